import type { ShownConversion } from '../editor/protocol'
import type { ClaimField } from '../editor/ruleset-description'
import { ChoiceGroup } from './choice-group'
import { isUndetermined, literalOf, stringOf } from './claim-literals'
import { NumberEntry } from './number-entry'

export interface ClaimEntryProps {
  readonly claim: ClaimField
  /** The JSON text of the value; undefined where none was given. */
  readonly literal: string | undefined
  readonly failure: { readonly expected: string; readonly received: string } | undefined
  readonly conversion: ShownConversion | undefined
  readonly onChange: (literal: string | undefined) => void
}

/** More members than this are a list to open. */
const MAX_RADIOS = 8
const UNKNOWN_CHOICE = 'unknown'
/** Keeps a member that is spelt `unknown` apart from the third state. */
const memberChoice = (member: string) => `=${member}`

/** One claim to answer: its question, its context, its three states, and what is wrong with the answer. */
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
  const literal = props.literal ?? literalOf(claim, {})
  const unknown = isUndetermined(claim, literal)
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
  const member = unknown ? null : stringOf(literal)
  const chosen = unknown ? UNKNOWN_CHOICE : member === null ? null : memberChoice(member)
  const choose = (value: string) => onChange(value === UNKNOWN_CHOICE ? undefined : JSON.stringify(value.slice(1)))
  if (claim.vocabulary.length <= MAX_RADIOS)
    return (
      <ChoiceGroup
        labelledBy={labelledBy}
        describedBy={describedBy}
        invalid={invalid}
        chosen={chosen}
        onChoose={choose}
        choices={[
          ...claim.vocabulary.map((each) => ({ value: memberChoice(each), text: spoken(each, claim.vocabulary) })),
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
          {spoken(each, claim.vocabulary)}
        </option>
      ))}
    </select>
  )
}

/** A member as a person says it, where no other member would look the same. */
function spoken(member: string, vocabulary: readonly string[]): string {
  const words = member.replaceAll('_', ' ')
  return words.toLowerCase() === 'unknown' ||
    vocabulary.filter((other) => other.replaceAll('_', ' ') === words).length > 1
    ? `“${member}”`
    : words
}
