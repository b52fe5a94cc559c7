'use client'

import { FlaskConical } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/controls'
import { PrintLogged, useOpenForPrint } from '../../ui/print-logged'
import { useMay } from '../../ui/shell/viewer'
import type { SaveCaseProps } from '../cases/save-case-dialog'

const SaveCaseDialog = lazy(async () => ({ default: (await import('../cases/save-case-dialog')).SaveCaseDialog }))

/**
 * Prints the answers, or stores the filled-in claims as a test case. Printing opens every result and leaves out
 * explanations, because each costs a call.
 */
export default function CheckActions(props: SaveCaseProps) {
  useOpenForPrint('[data-testid="results"] li > details')
  return (
    <>
      <PrintLogged what="check_print" reference={props.name} />
      <SaveCase {...props} />
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
