'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** A moment with its zone: UTC from the server, then the reader's own; the other one is in the title. */
export function TimeText({ at, withTime = true }: { readonly at: string; readonly withTime?: boolean }) {
  const local = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const moment = new Date(at)
  return (
    <time dateTime={at} title={at} className="whitespace-nowrap tabular-nums">
      {local ? localText(moment, withTime) : utcText(moment, withTime)}
    </time>
  )
}

function localText(moment: Date, withTime: boolean): string {
  const date = moment.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
  if (!withTime) return date
  return `${date}, ${moment.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' })}`
}

function utcText(moment: Date, withTime: boolean): string {
  const date = moment.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  return withTime ? `${date}, ${moment.toISOString().slice(11, 16)} UTC` : date
}
