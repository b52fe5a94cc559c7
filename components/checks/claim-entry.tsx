import clsx from 'clsx'
import { useId, useRef } from 'react'
import type { ShownConversion } from '../editor/protocol'
import type { ClaimField } from '../editor/ruleset-description'
import { isUndetermined, literalOf, numberLiteral, numberParts, stringOf } from './claim-literals'
import { entriesIn, recordGiven } from './nested-literals'
import { TextEntry } from './text-entry'
import { TimestampEntry } from './timestamp-entry'

interface ClaimEntryProps {
  readonly claim: ClaimField
  /** JSON text of the value. */
  readonly literal: string | undefined
  readonly failure: { readonly expected: string; readonly received: string } | undefined
  readonly conversion: ShownConversion | undefined
  readonly onChange: (literal: string | undefined) => void
}

const MAX_RADIOS = 8
const UNKNOWN_CHOICE = 'unknown'
/** Distinguishes a member spelt `unknown` from the third state. */
const memberChoice = (member: string) => `=${member}`

export function focusClaim(name: string): void {
  const entry = document.getElementById(`claim-${name}`)
  const control =
    entry?.querySelector<HTMLElement>('input:checked') ?? entry?.querySelector<HTMLElement>('input, select, textarea')
  control?.focus({ preventScroll: true })
  entry?.scrollIntoView({ block: 'center' })
}

export function ClaimEntry(props: ClaimEntryProps) {
  const { claim, failure } = props
  const id = `claim-${claim.name}`
  const describedBy =
    [claim.context !== null && `${id}-context`, claim.range !== null && `${id}-range`, failure && `${id}-failure`]
      .filter(Boolean)
      .join(' ') || undefined
  return (
    <li className="px-4 py-3" data-claim={claim.name} id={id}>
      <p id={`${id}-label`} className="font-medium text-balance">
        {claim.question}
      </p>
      {claim.context !== null && (
        <p id={`${id}-context`} className="mt-0.5 text-sm text-ink-faint">
          {claim.context}
        </p>
      )}
      <div className="mt-2">
        <Answer {...props} labelledBy={`${id}-label`} describedBy={describedBy} />
      </div>
      {claim.range !== null && (
        <p id={`${id}-range`} className="mt-1 text-xs text-ink-faint tabular-nums">
          from {claim.range.min} to {claim.range.max} {claim.unit ?? claim.adoptedUnit ?? ''}
        </p>
      )}
      {failure !== undefined && (
        <p id={`${id}-failure`} role="status" className="mt-1 text-sm text-false">
          Expected {failure.expected}. Received {failure.received}.
        </p>
      )}
    </li>
  )
}

function Answer(props: ClaimEntryProps & { readonly labelledBy: string; readonly describedBy: string | undefined }) {
  const { claim, onChange, labelledBy, describedBy } = props
  const invalid = props.failure !== undefined
  if (claim.type === 'numeric') return <NumberEntry {...props} invalid={invalid} />
  if (claim.type === 'date') return <DateEntry {...props} invalid={invalid} />
  const literal = props.literal ?? literalOf(claim, {})
  if (claim.type === 'text' || claim.type === 'timestamp') {
    const Entry = claim.type === 'text' ? TextEntry : TimestampEntry
    const codes = <CodeButtons claim={claim} literal={literal} onChange={onChange} />
    return <Entry {...props} invalid={invalid} codes={codes} />
  }
  const unknown = isUndetermined(claim, literal)
  if (claim.type === 'record') {
    const given = recordGiven(literal)
    return (
      <ChoiceGroup
        labelledBy={labelledBy}
        describedBy={describedBy}
        invalid={invalid}
        chosen={unknown ? 'unknown' : given === null ? null : given ? 'true' : '"absent"'}
        onChoose={(value) => onChange(value === 'unknown' ? undefined : value)}
        choices={[
          { value: 'true', text: 'Given' },
          { value: '"absent"', text: 'Absent' },
          { value: 'unknown', text: 'Unknown', tone: 'unknown' },
        ]}
      />
    )
  }
  if (claim.type === 'boolean')
    return (
      <ChoiceGroup
        labelledBy={labelledBy}
        describedBy={describedBy}
        invalid={invalid}
        chosen={unknown ? 'unknown' : literal === 'true' || literal === 'false' ? literal : null}
        onChoose={(value) => onChange(value === 'unknown' ? undefined : value)}
        choices={[
          { value: 'true', text: 'Yes' },
          { value: 'false', text: 'No' },
          { value: 'unknown', text: 'Unknown', tone: 'unknown' },
        ]}
      />
    )
  const isList = claim.type === 'list'
  const count = isList ? entriesIn(literal) : null
  const member = unknown ? null : isList ? (count === null ? null : String(count)) : stringOf(literal)
  const chosen = unknown ? UNKNOWN_CHOICE : member === null ? null : memberChoice(member)
  const choose = (value: string) =>
    onChange(value === UNKNOWN_CHOICE ? undefined : isList ? value.slice(1) : JSON.stringify(value.slice(1)))
  if (claim.vocabulary.length <= MAX_RADIOS)
    return (
      <ChoiceGroup
        labelledBy={labelledBy}
        describedBy={describedBy}
        invalid={invalid}
        chosen={chosen}
        onChoose={choose}
        choices={[
          ...claim.vocabulary.map((each) => ({
            value: memberChoice(each),
            text: memberInWords(each, claim.vocabulary),
          })),
          { value: UNKNOWN_CHOICE, text: 'Unknown', tone: 'unknown' },
        ]}
      />
    )
  const known = unknown || (member !== null && claim.vocabulary.includes(member))
  return (
    <select
      aria-label={claim.question}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      value={known && chosen !== null ? chosen : ''}
      onChange={(event) => choose(event.target.value)}
      className="h-8 w-full max-w-xs rounded-md border border-line-strong/60 bg-raised px-2 text-sm"
    >
      {!known && <option value="">{member ?? literal}</option>}
      <option value={UNKNOWN_CHOICE}>Unknown</option>
      {claim.vocabulary.map((each) => (
        <option key={each} value={memberChoice(each)}>
          {memberInWords(each, claim.vocabulary)}
        </option>
      ))}
    </select>
  )
}

/** Shows a member without underscores, or quoted if two members would look the same. */
function memberInWords(member: string, vocabulary: readonly string[]): string {
  const words = member.replaceAll('_', ' ')
  return words.toLowerCase() === 'unknown' ||
    vocabulary.filter((other) => other.replaceAll('_', ' ') === words).length > 1
    ? `“${member}”`
    : words
}

interface Choice {
  readonly value: string
  readonly text: string
  readonly tone?: 'unknown'
}

/** Native radio buttons styled as one segmented control. */
function ChoiceGroup(props: {
  readonly labelledBy: string
  readonly describedBy: string | undefined
  readonly choices: readonly Choice[]
  readonly chosen: string | null
  readonly invalid: boolean
  readonly onChoose: (value: string) => void
}) {
  const { labelledBy, describedBy, choices, chosen, invalid, onChoose } = props
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      className="flex flex-wrap gap-1"
    >
      {choices.map(({ value, text, tone }) => (
        <label
          key={value}
          className={clsx(
            'relative inline-flex min-h-8 min-w-12 cursor-pointer items-center justify-center rounded-md border px-2.5 py-1 text-center text-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
            chosen !== value && 'border-line-strong/60 text-ink-soft hover:bg-canvas hover:text-ink',
            chosen === value &&
              (tone === 'unknown'
                ? 'border-unknown bg-unknown-soft font-medium text-unknown'
                : 'border-accent bg-accent-soft font-medium text-ink'),
          )}
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={chosen === value}
            onChange={() => onChoose(value)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-md outline-none"
          />
          <span className="pointer-events-none break-words">{text}</span>
        </label>
      ))}
    </div>
  )
}

/** An empty date means unknown. */
function DateEntry(props: {
  readonly claim: ClaimField
  readonly literal: string | undefined
  readonly describedBy: string | undefined
  readonly invalid: boolean
  readonly onChange: (literal: string | undefined) => void
}) {
  const { claim, describedBy, invalid, onChange } = props
  const literal = props.literal ?? literalOf(claim, {})
  const text = isUndetermined(claim, literal) ? '' : (stringOf(literal) ?? '')
  const written = claim.codes.includes(text) ? '' : text
  return (
    <div className="flex flex-wrap items-center gap-2">
      <input
        type="date"
        min="0001-01-01"
        max="9999-12-31"
        aria-label={claim.question}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        value={written}
        onChange={(event) => onChange(event.target.value === '' ? undefined : JSON.stringify(event.target.value))}
        className="h-8 rounded-md border border-line-strong/60 bg-raised px-2 text-sm tabular-nums"
      />
      <CodeButtons claim={claim} literal={literal} onChange={onChange} />
      {text === '' && <span className="text-sm text-unknown">Unknown</span>}
    </div>
  )
}

/** Codes that stand for a number, a date or a timestamp. */
function CodeButtons(props: {
  readonly claim: ClaimField
  readonly literal: string
  readonly onChange: (literal: string | undefined) => void
}) {
  const { claim, literal, onChange } = props
  const chosen = stringOf(literal)
  return claim.codes.map((code) => (
    <button
      key={code}
      type="button"
      aria-pressed={chosen === code}
      aria-label={`${claim.label} is ${code}`}
      onClick={() => onChange(chosen === code ? undefined : JSON.stringify(code))}
      className={clsx(
        'h-8 rounded-md border px-2.5 text-sm',
        chosen === code
          ? 'border-accent bg-accent-soft font-medium text-ink'
          : 'border-line-strong/60 text-ink-soft hover:bg-canvas hover:text-ink',
      )}
    >
      {code}
    </button>
  ))
}

/** An empty number means unknown. */
function NumberEntry(props: {
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
  const entered = numberParts(claim, literal) ?? { typed: literal, unit: claim.unit }
  const unit = undetermined ? claim.unit : entered.unit
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
          value={entered.typed}
          placeholder={undetermined ? 'Unknown' : ''}
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
            onChange={(event) => onChange(numberLiteral(claim, entered.typed, event.target.value))}
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
        <CodeButtons claim={claim} literal={literal} onChange={onChange} />
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
