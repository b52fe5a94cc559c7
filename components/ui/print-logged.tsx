'use client'

import { useMutation } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useEffect } from 'react'
import type { ExportedByPage } from '../../server/api/terms/log-kinds'
import { Button } from './controls'
import { noteExport, refusalOf } from './server-calls'

/** Logs the export first; if that fails, nothing is printed. */
export function PrintLogged(props: {
  readonly what: ExportedByPage
  /** The id of a record, or the hash of a ruleset. */
  readonly reference: string
}) {
  const { what, reference } = props
  const printing = useMutation({
    mutationFn: () => noteExport(what, reference),
    onSuccess: () => window.print(),
  })
  return (
    <>
      {printing.isError && (
        <span role="alert" className="text-sm text-false">
          Not printed: {refusalOf(printing.error).message}
        </span>
      )}
      <Button onClick={() => !printing.isPending && printing.mutate()}>
        <Printer size={15} aria-hidden /> Print
      </Button>
    </>
  )
}

/** Opens closed `details` for printing and closes them afterwards. */
export function useOpenForPrint(selector: string): void {
  useEffect(() => {
    let opened: HTMLDetailsElement[] = []
    const open = () => {
      opened = [...document.querySelectorAll<HTMLDetailsElement>(`:is(${selector}):not([open])`)]
      for (const details of opened) details.open = true
    }
    const close = () => {
      for (const details of opened) details.open = false
      opened = []
    }
    window.addEventListener('beforeprint', open)
    window.addEventListener('afterprint', close)
    return () => {
      window.removeEventListener('beforeprint', open)
      window.removeEventListener('afterprint', close)
    }
  }, [selector])
}
