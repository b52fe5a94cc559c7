'use client'

import clsx from 'clsx'
import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'

/**
 * The one dialog of the product: named, described, closed by Escape, and never wider than a phone. The browser's own
 * dialog keeps the focus in it and gives it back. A click beside it does nothing: what was typed would be lost.
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

/** Closed before it is taken away: a dialog that is gone gives the focus back to nobody. */
function shown(dialog: HTMLDialogElement) {
  dialog.showModal()
  return () => dialog.close()
}
