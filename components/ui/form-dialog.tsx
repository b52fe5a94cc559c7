'use client'

import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'

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

/** For the browser, which would give the focus of a dialog that opens to what scrolls in it. */
function marked(form: HTMLFormElement | null) {
  form?.querySelector('input, select, textarea')?.setAttribute('autofocus', '')
}
