'use client'

import { type FormEvent, type ReactNode, useState, useSyncExternalStore } from 'react'
import { Button } from '../../ui/controls'
import { Notice } from '../../ui/notice'
import { type PageRefusal, refusalOf } from '../../ui/server-calls'

const noSubscription = () => () => {}

/**
 * The end of a form: the last refusal and the button. The button is disabled until the page's scripts run, because a
 * form sent without them would only reload the page.
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
          {sending ? 'One moment…' : label}
        </Button>
      </div>
    </>
  )
}

/** Sends a form one submission at a time. Typed text stays after a refusal. */
export function useSending(send: () => Promise<void>) {
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<PageRefusal | null>(null)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (sending) return
    setSending(true)
    setRefusal(null)
    send()
      .catch((error: unknown) => setRefusal(refusalOf(error)))
      .finally(() => setSending(false))
  }
  const problemOf = (field: string): string | null => {
    const failure = refusal?.failures.find((each) => each.field === field)
    return failure === undefined ? null : `Expected ${failure.expected}; this is ${failure.received}.`
  }
  return { sending, refusal, problemOf, onSubmit }
}
