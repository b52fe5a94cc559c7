'use client'

import clsx from 'clsx'
import { X } from 'lucide-react'
import { type ComponentProps, type FormEvent, type ReactNode, useId } from 'react'
import { Button } from './controls'
import { RefusalNotice } from './notice'
import type { PageRefusal } from './server-calls'

/** A native dialog. A click outside does not close it, because typed text would be lost. */
export function Dialog(props: {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly description?: ReactNode
  readonly children?: ReactNode
  /** The main button comes last. */
  readonly actions?: ReactNode
  readonly wide?: boolean
}) {
  const { open, onClose, title, description, children, actions, wide = false } = props
  const id = useId()
  if (!open) return null
  return (
    <dialog
      ref={showUntilRemoved}
      aria-labelledby={`${id}-title`}
      aria-describedby={description === undefined ? undefined : `${id}-description`}
      onCancel={(event) => {
        // The owner stops rendering it.
        event.preventDefault()
        onClose()
      }}
      className={clsx(
        'fixed inset-x-0 top-[8vh] m-auto text-left text-base whitespace-normal mt-0 max-h-[84vh] w-[calc(100vw-2rem)] flex-col overflow-hidden rounded-lg border border-line bg-raised text-ink shadow-xl backdrop:bg-black/45 open:flex',
        wide ? 'max-w-3xl' : 'max-w-lg',
      )}
    >
      <div className="px-5 pt-4 pr-14 pb-2">
        <h2 id={`${id}-title`} className="text-lg font-semibold break-words">
          {title}
        </h2>
        {description !== undefined && (
          <div id={`${id}-description`} className="mt-1 text-ink-soft">
            {description}
          </div>
        )}
      </div>
      {children !== undefined && (
        <div data-testid="dialog-body" className="min-h-0 flex-auto overflow-y-auto px-5 py-2">
          {children}
        </div>
      )}
      {actions !== undefined && (
        <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{actions}</div>
      )}
      {/* Comes last, so that the first entry gets the focus. */}
      <button
        type="button"
        aria-label="Close"
        onClick={onClose}
        className="absolute top-3 right-3 inline-flex size-8 items-center justify-center rounded-md text-ink-soft hover:bg-canvas hover:text-ink"
      >
        <X size={16} aria-hidden />
      </button>
    </dialog>
  )
}

/** Cancel, and the main button with these attributes. */
export function DialogActions({
  onCancel,
  ...main
}: Omit<ComponentProps<typeof Button>, 'look'> & { readonly onCancel: () => void }) {
  return (
    <>
      <Button onClick={onCancel}>Cancel</Button>
      <Button {...main} look="primary" />
    </>
  )
}

/** A removed dialog does not return the focus, so it is closed first. */
function showUntilRemoved(dialog: HTMLDialogElement) {
  dialog.showModal()
  return () => dialog.close()
}

export function ConfirmDialog(props: {
  readonly title: string
  readonly children: ReactNode
  /** Label of the button: `Revoke`. */
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
        <DialogActions onCancel={onClose} aria-busy={isPending} onClick={() => !isPending && onConfirm()}>
          {verb}
        </DialogActions>
      }
    >
      {children}
      {refusal !== null && <RefusalNotice refusal={refusal} className="mt-3" />}
    </Dialog>
  )
}

/** Submitting again has no effect until the first submission ends. */
export function FormDialog(props: {
  readonly open?: boolean
  readonly onClose: () => void
  readonly title: string
  readonly description?: ReactNode
  readonly wide?: boolean
  /** Labels of the submit button. */
  readonly action: string
  readonly actionUnderWay: string
  readonly isUnderWay: boolean
  /** Whether the browser validates the entries. */
  readonly checkedByBrowser?: boolean
  readonly onSubmit: () => void
  readonly children: ReactNode
}) {
  const { open = true, onClose, title, description, wide = false, checkedByBrowser = false, children } = props
  const { action, actionUnderWay, isUnderWay, onSubmit } = props
  const form = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isUnderWay) onSubmit()
  }
  return (
    <Dialog
      open={open}
      wide={wide}
      onClose={onClose}
      title={title}
      description={description}
      actions={
        <DialogActions onCancel={onClose} type="submit" form={form} aria-busy={isUnderWay}>
          {isUnderWay ? actionUnderWay : action}
        </DialogActions>
      }
    >
      <form
        id={form}
        ref={markFirstEntry}
        onSubmit={submit}
        noValidate={!checkedByBrowser}
        className="flex flex-col gap-4 pb-2"
      >
        {children}
      </form>
    </Dialog>
  )
}

/** Without `autofocus`, the browser focuses the scrolling part. */
function markFirstEntry(form: HTMLFormElement | null) {
  form?.querySelector('input, select, textarea')?.setAttribute('autofocus', '')
}
