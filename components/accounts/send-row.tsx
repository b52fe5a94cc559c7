import type { ReactNode } from 'react'
import { Button } from '../ui/button'
import { Notice } from '../ui/notice'
import type { PageRefusal } from '../ui/page-refusal'

/** The end of a form: why the last try was refused, and the button. */
export function SendRow(props: {
  readonly refusal: PageRefusal | null
  readonly sending: boolean
  readonly label: string
  readonly beside?: ReactNode
}) {
  const { refusal, sending, label, beside } = props
  return (
    <>
      {refusal !== null && <Notice kind="problem">{refusal.message}</Notice>}
      <div className="mt-1 flex flex-wrap items-center justify-end gap-3">
        {beside}
        <Button type="submit" look="primary" aria-disabled={sending} className="h-9 px-4">
          {sending ? 'One moment …' : label}
        </Button>
      </div>
    </>
  )
}
