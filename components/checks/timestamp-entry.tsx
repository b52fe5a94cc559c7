import { isUndetermined, literalOf, stringOf, timestampParts } from './claim-literals'
import type { EntryProps } from './text-entry'

const FIELD = 'h-8 rounded-md border border-line-strong/60 bg-raised px-2 text-sm tabular-nums'

/** Day and time, and the offset from UTC, which is never filled in. An empty day means unknown. */
export function TimestampEntry(props: EntryProps) {
  const { claim, describedBy, invalid, onChange, codes } = props
  const literal = props.literal ?? literalOf(claim, {})
  const text = isUndetermined(claim, literal) ? '' : (stringOf(literal) ?? '')
  const fields = timestampParts(claim, literal)
  const change = (value: string) => onChange(value === '' ? undefined : JSON.stringify(value))
  const shared = {
    'aria-describedby': describedBy,
    'aria-invalid': invalid || undefined,
    className: FIELD,
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {fields === null ? (
        <input
          {...shared}
          type="text"
          aria-label={claim.question}
          value={text}
          onChange={(event) => change(event.target.value)}
        />
      ) : (
        <>
          <input
            {...shared}
            type="datetime-local"
            step={1}
            min="0001-01-01T00:00:00"
            max="9999-12-31T23:59:59"
            aria-label={claim.question}
            value={fields.local}
            onChange={(event) => change(event.target.value === '' ? '' : `${event.target.value}${fields.offset}`)}
          />
          <input
            {...shared}
            type="text"
            size={6}
            aria-label={`${claim.label}: offset from UTC`}
            placeholder="+01:00"
            disabled={fields.local === ''}
            value={fields.offset}
            onChange={(event) => change(`${fields.local}${signed(event.target.value.trim())}`)}
          />
        </>
      )}
      {codes}
      {text === '' && <span className="text-sm text-unknown">Unknown</span>}
    </div>
  )
}

/** An offset without a sign is east of UTC. */
function signed(offset: string): string {
  return /^\d/.test(offset) ? `+${offset}` : offset
}
