'use client'

import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './controls'
import { refusalOf } from './server-calls'

export function DownloadText(props: {
  readonly file: { readonly fileName: string; readonly text: string }
  readonly type: string
  /** Logs the export first; if that fails, nothing is saved. */
  readonly note?: () => Promise<void>
  readonly children: ReactNode
}) {
  const { file, type, note, children } = props
  const saving = useMutation({
    mutationFn: async () => {
      await note?.()
      saveFile(file.fileName, new Blob([file.text], { type }))
    },
  })
  return (
    <>
      {saving.isError && (
        <span role="alert" className="text-sm text-false">
          Not saved: {refusalOf(saving.error).message}
        </span>
      )}
      <Button onClick={() => !saving.isPending && saving.mutate()}>
        <Download size={15} aria-hidden /> {children}
      </Button>
    </>
  )
}

export function saveFile(fileName: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // By then, the browser holds the content.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
