import clsx from 'clsx'
import { useRef } from 'react'
import type { ShownConversion } from '../editor/protocol'
import type { ClaimField } from '../editor/ruleset-description'
import { isUndetermined, literalOf, numberLiteral, numberParts } from './claim-literals'

/** A number, its unit and the third state. Clearing the number is the same as saying that it is unknown. */
export function NumberEntry(props: {
  readonly claim: ClaimField
  readonly literal: string | undefined
  readonly describedBy: string | undefined
  readonly invalid: boolean
  readonly conversion: ShownConversion | undefined
  readonly onChange: (literal: string | undefined) => void
}) {
  const { claim, describedBy, invalid, conversion, onChange } = props
  const literal = props.literal ?? literalOf(claim, {})
  const undetermined = isUndetermined(claim, literal)
  const parts = numberParts(claim, literal) ?? { typed: literal, unit: claim.unit }
  const unit = undetermined ? claim.unit : parts.unit
  const last = useRef<string | undefined>(undefined)
  const choices = claim.unitChoices
  const foreign = unit !== null && !choices.some(({ text }) => text === unit)
  const input = useRef<HTMLInputElement>(null)
  const toggle = () => {
    if (undetermined) {
      onChange(last.current)
      input.current?.focus()
    } else {
      last.current = props.literal
      onChange(undefined)
    }
  }
  return (
    <div>
      <div className="flex flex-wrap items-center gap-1">
        <input
          ref={input}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          aria-label={claim.question}
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
          value={parts.typed}
          placeholder="Unknown"
          onChange={(event) => onChange(numberLiteral(claim, event.target.value, unit))}
          className={clsx(
            'h-8 w-28 min-w-0 rounded-md border bg-raised px-2 text-sm tabular-nums placeholder:text-ink-faint',
            invalid ? 'border-false' : 'border-line-strong/60',
          )}
        />
        {claim.unit !== null && (choices.length > 1 || foreign) && (
          <select
            aria-label={`Unit of ${claim.label}`}
            value={unit ?? claim.unit}
            disabled={undetermined}
            onChange={(event) => onChange(numberLiteral(claim, parts.typed, event.target.value))}
            className="h-8 max-w-28 rounded-md border border-line-strong/60 bg-raised px-1.5 text-sm disabled:text-ink-faint"
          >
            {foreign && <option value={unit}>{unit}</option>}
            {choices.map(({ text, about }) => (
              <option key={text} value={text}>
                {text === claim.unit || about === '' || about === text ? text : `${text} · ${about}`}
              </option>
            ))}
          </select>
        )}
        {claim.unit !== null && choices.length <= 1 && !foreign && (
          <span className="px-1 text-sm text-ink-soft">{claim.unit}</span>
        )}
        {claim.unit === null && claim.adoptedUnit !== null && (
          <span className="px-1 text-sm text-ink-soft">{claim.adoptedUnit}</span>
        )}
        <button
          type="button"
          aria-pressed={undetermined}
          aria-label={`${claim.label} is unknown`}
          onClick={toggle}
          className={clsx(
            'h-8 rounded-md border px-2.5 text-sm',
            undetermined
              ? 'border-unknown bg-unknown-soft font-medium text-unknown'
              : 'border-line-strong/60 text-ink-soft hover:bg-canvas hover:text-ink',
          )}
        >
          Unknown
        </button>
      </div>
      {conversion !== undefined && (
        <p className="mt-1 text-xs text-ink-soft tabular-nums" title={conversion.path.join(', ')}>
          {conversion.converted === null
            ? `does not convert to ${claim.unit}`
            : `= ${conversion.converted}${conversion.path.length > 0 ? `, since ${conversion.path.join(' and ')}` : ''}`}
        </p>
      )}
    </div>
  )
}
