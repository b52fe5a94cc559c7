'use client'

import { useMutation } from '@tanstack/react-query'
import { FlaskConical, Printer } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/controls'
import { noteExport, refusalOf } from '../../ui/server-calls'
import { useMay } from '../../ui/shell/viewer'
import { useOpenForPrint } from '../../ui/use-open-for-print'
import type { SaveCaseProps } from '../cases/save-case-dialog'

const SaveCaseDialog = lazy(async () => ({ default: (await import('../cases/save-case-dialog')).SaveCaseDialog }))

/** Prints the answers, or stores the filled-in claims as a test case. The page loads this later. */
export default function CheckActions(props: SaveCaseProps) {
  return (
    <>
      <PrintButton note={() => noteExport('check_print', props.name)} />
      <SaveCase {...props} />
    </>
  )
}

/**
 * Logs the export, opens every result for printing, and restores the page afterwards. Explanations are left out,
 * because each costs a call.
 */
function PrintButton({ note }: { readonly note: () => Promise<void> }) {
  const printing = useMutation({ mutationFn: note, onSuccess: () => window.print() })
  useOpenForPrint('[data-testid="results"] li > details')
  return (
    <>
      {printing.isError && (
        <span role="alert" className="text-sm text-false">
          Not printed: {refusalOf(printing.error).message}
        </span>
      )}
      <Button onClick={() => !printing.isPending && printing.mutate()}>
        <Printer size={14} aria-hidden /> Print
      </Button>
    </>
  )
}

function SaveCase(props: SaveCaseProps) {
  const [open, setOpen] = useState(false)
  const maySave = useMay('save')
  if (!maySave) return null
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        <FlaskConical size={14} aria-hidden /> Save as test case…
      </Button>
      {open && (
        <Suspense fallback={null}>
          <SaveCaseDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
