'use client'

import { type FormEvent, useState } from 'react'
import { type PageRefusal, refusalOf } from '../ui/page-refusal'

/** A form that is sent once at a time; what was typed stays where it is refused. */
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
