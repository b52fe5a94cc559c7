'use client'

import { Field, TextEntry } from '../../ui/controls'
import { CopyText } from '../../ui/copy-text'

/** Shows a secret once, with a button to copy it. */
export function ShownOnce(props: { readonly label: string; readonly what: string; readonly secret: string }) {
  const { label, what, secret } = props
  return (
    <div className="flex items-end gap-2">
      <Field label={label} className="min-w-0 flex-1">
        {(bound) => (
          <TextEntry
            {...bound}
            readOnly
            value={secret}
            className="font-mono text-sm"
            onFocus={({ target }) => target.select()}
          />
        )}
      </Field>
      <div className="pb-1">
        <CopyText text={secret} label="Copy" what={what} isShown />
      </div>
    </div>
  )
}

/** The expiry date; empty for never. */
export function ExpiryField(props: {
  readonly day: string
  readonly problem: string | null
  readonly onDay: (day: string) => void
}) {
  const { day, problem, onDay } = props
  return (
    <Field
      label="Expires (optional)"
      hint="At the start of this day, UTC. If empty, it does not expire."
      problem={problem}
    >
      {(bound) => (
        <TextEntry
          {...bound}
          type="date"
          className="max-w-48"
          value={day}
          onChange={({ target }) => onDay(target.value)}
        />
      )}
    </Field>
  )
}

/** Returns the moment as an ISO string; null for never. */
export function expiryOf(day: string): string | null {
  return day === '' ? null : new Date(`${day}T00:00:00.000Z`).toISOString()
}
