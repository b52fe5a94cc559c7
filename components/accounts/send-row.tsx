'use client'

import { type ReactNode, useSyncExternalStore } from 'react'
import { Button } from '../ui/button'
import { Notice } from '../ui/notice'
import type { PageRefusal } from '../ui/page-refusal'

const noSubscription = () => () => {}

/**
 * The end of a form: why the last try was refused, and the button. Until the page's scripts run the button is disabled:
 * a form that is sent without them would load the page again and do nothing.
 */
export function SendRow(props: {
  readonly refusal: PageRefusal | null
  readonly sending: boolean
  readonly label: string
  readonly beside?: ReactNode
}) {
  const { refusal, sending, label, beside } = props
  const scriptsRun = useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  )
  return (
    <>
      {refusal !== null && <Notice kind="problem">{refusal.message}</Notice>}
      <div className="mt-1 flex flex-wrap items-center justify-end gap-3">
        {beside}
        <Button type="submit" look="primary" disabled={!scriptsRun} aria-disabled={sending} className="h-9 px-4">
          {sending ? 'One moment …' : label}
        </Button>
      </div>
    </>
  )
}
