import type { ReactNode } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'
import type { PageRefusal } from './page-refusal'
import { RefusalNotice } from './refusal-notice'

/** Asks before something that cannot be taken back. */
export function ConfirmDialog(props: {
  readonly title: string
  readonly children: ReactNode
  /** What the button does: `Revoke`. */
  readonly verb: string
  readonly isPending: boolean
  readonly refusal: PageRefusal | null
  readonly onConfirm: () => void
  readonly onClose: () => void
}) {
  const { title, children, verb, isPending, refusal, onConfirm, onClose } = props
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" aria-busy={isPending} onClick={() => !isPending && onConfirm()}>
            {verb}
          </Button>
        </>
      }
    >
      {children}
      {refusal !== null && <RefusalNotice refusal={refusal} className="mt-3" />}
    </Dialog>
  )
}
