'use client'

import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button'
import { saveFile } from './save-file'

/** A button that saves a text as a file. */
export function DownloadText(props: {
  readonly file: { readonly fileName: string; readonly text: string }
  readonly type: string
  readonly children: ReactNode
}) {
  const { file, type, children } = props
  return (
    <Button onClick={() => saveFile(file.fileName, new Blob([file.text], { type }))}>
      <Download size={15} aria-hidden /> {children}
    </Button>
  )
}
