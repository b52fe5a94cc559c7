'use client'

import clsx from 'clsx'
import { X } from 'lucide-react'
import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from './controls'
import { RefusalNotice } from './notice'
import type { PageRefusal } from './server-calls'

/**
 * The one dialog of the product: named, described, closed by Escape, and never wider than a phone. The browser's own
 * dialog holds the focus and returns it. A click beside it does nothing: what was typed would be lost.
 */
export function Dialog(props: {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  /** One sentence under the title. */
  readonly description?: ReactNode
  readonly children?: ReactNode
  /** Buttons, the main one last. */
  readonly actions?: ReactNode
  readonly wide?: boolean
}) {
  const { open, onClose, title, description, children, actions, wide = false } = props
  const id = useId()
  if (!open) return null
  return (
    <dialog
      ref={shown}
      aria-labelledby={`${id}-title`}
      aria-describedby={description === undefined ? undefined : `${id}-description`}
      onCancel={(event) => {
        // The owner closes it, by no longer showing it.
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
      {/* Last, so that the focus goes to the first entry when the dialog opens. */}
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

/** Closes the dialog before it is removed: a removed dialog does not return the focus. */
function shown(dialog: HTMLDialogElement) {
  dialog.showModal()
  return () => dialog.close()
}

/** Asks before an action that cannot be undone. */
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

/**
 * A dialog that is one form: cancelled or submitted, by its button or by Enter. Submitting twice does nothing while the
 * first is under way.
 */
export function FormDialog(props: {
  readonly open?: boolean
  readonly onClose: () => void
  readonly title: string
  readonly description?: ReactNode
  readonly wide?: boolean
  /** What submitting does, as the button says it; and what it says meanwhile. */
  readonly action: string
  readonly actionUnderWay: string
  readonly isUnderWay: boolean
  /** Whether the browser looks at the entries first. */
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
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} look="primary" aria-busy={isUnderWay}>
            {isUnderWay ? actionUnderWay : action}
          </Button>
        </>
      }
    >
      <form
        id={form}
        ref={marked}
        onSubmit={submit}
        noValidate={!checkedByBrowser}
        className="flex flex-col gap-4 pb-2"
      >
        {children}
      </form>
    </Dialog>
  )
}

/** Marks the first entry for the focus. Without it the browser focuses the part of the dialog that scrolls. */
function marked(form: HTMLFormElement | null) {
  form?.querySelector('input, select, textarea')?.setAttribute('autofocus', '')
}
