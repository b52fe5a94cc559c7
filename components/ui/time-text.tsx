'use client'

import { useSyncExternalStore } from 'react'

const noSubscription = () => () => {}

/** Title, screen readers and print have UTC, because the zone of a printed page's reader is unknown. */
export function TimeText({ at, withTime = true }: { readonly at: string; readonly withTime?: boolean }) {
  const local = useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  )
  const moment = new Date(at)
  const utc = utcText(moment)
  const shown = localText(moment, withTime)
  return (
    <time dateTime={at} title={utc} className="relative whitespace-nowrap tabular-nums">
      {local && shown !== utc ? (
        <>
          <span className="print:hidden">{shown}</span>
          <span className="sr-only print:hidden"> ({utc})</span>
          <span className="hidden print:inline">{utc}</span>
        </>
      ) : (
        utc
      )}
    </time>
  )
}

/** A day without a time, which is the same day in every zone. @param day as YYYY-MM-DD */
export function DayText({ day }: { readonly day: string }) {
  return (
    <time dateTime={day} className="whitespace-nowrap tabular-nums">
      {dateText(new Date(`${day}T00:00:00Z`))}
    </time>
  )
}

function localText(moment: Date, withTime: boolean): string {
  const date = moment.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
  if (!withTime) return date
  return `${date}, ${moment.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' })}`
}

function utcText(moment: Date): string {
  return `${dateText(moment)}, ${moment.toISOString().slice(11, 16)} UTC`
}

const dateText = (moment: Date) =>
  moment.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
