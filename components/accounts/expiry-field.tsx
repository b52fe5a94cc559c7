import { Field, TextEntry } from '../ui/field'

/** The day on which what is issued ends; empty for never. */
export function ExpiryField(props: {
  readonly day: string
  readonly problem: string | null
  readonly onDay: (day: string) => void
}) {
  const { day, problem, onDay } = props
  return (
    <Field
      label="Expires (optional)"
      hint="At the beginning of this day in UTC. Without a day it does not expire."
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

/** The moment as text, as it goes to the server; null for never. */
export function expiryOf(day: string): string | null {
  return day === '' ? null : new Date(`${day}T00:00:00.000Z`).toISOString()
}
