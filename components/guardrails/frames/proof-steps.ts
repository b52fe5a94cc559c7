/**
 * Reads the steps of an evaluated frame for display: named members for a step about an assertion, entries for any
 * other.
 */
import { ANSWERS, type Answer } from '../../../server/api/terms/ruleset-terms'

type Step = Readonly<Record<string, unknown>>

export interface ReadClaim {
  readonly name: string
  /** Null if the step has no question. */
  readonly question: string | null
  /** The submitted value; null if it was unknown. */
  readonly value: string | null
  /** The passage that a model read it from; null without one. */
  readonly quote: string | null
  /** Whether a model named a value, but no passage of the frame. */
  readonly isUnquoted: boolean
}

export interface AssertionStep {
  readonly kind: 'assertion'
  /** Node of the application; null for a single guardrail. */
  readonly node: string | null
  readonly rule: string | null
  readonly assertion: string
  readonly check: Answer
  readonly policy: string | null
  readonly source: string | null
  readonly claims: readonly ReadClaim[]
  readonly reasonUnknown: string | null
  readonly counterexample: string | null
  readonly unbridged: readonly string[]
}

export interface OtherStep {
  readonly kind: 'other'
  readonly node: string | null
  readonly conclusion: string | null
  /** Names and texts of the members, in order. */
  readonly entries: readonly { readonly name: string; readonly text: string }[]
}

const SHOWN_SEPARATELY: ReadonlySet<string> = new Set(['node', 'conclusion', 'review'])

export function readStep(step: Step): AssertionStep | OtherStep {
  const node = textOrNull(step.node)
  const check = ANSWERS.find((answer) => answer === step.check)
  const assertion = textOrNull(step.assertion)
  if (check === undefined || assertion === null)
    return {
      kind: 'other',
      node,
      // A reviewer's step calls its conclusion `review`.
      conclusion: textOrNull(step.conclusion) ?? textOrNull(step.review),
      entries: Object.entries(step)
        .filter(([name, value]) => !SHOWN_SEPARATELY.has(name) && value !== null)
        .map(([name, value]) => ({ name: name.replaceAll('_', ' '), text: plainText(value) })),
    }
  return {
    kind: 'assertion',
    node,
    assertion,
    check,
    rule: textOrNull(step.rule),
    policy: textOrNull(step.unknown_policy),
    source: textOrNull(step.source),
    claims: readClaims(step.claims),
    reasonUnknown: textOrNull(step.reason_unknown),
    counterexample: textOrNull(step.counterexample),
    unbridged: Array.isArray(step.unbridged_units) ? step.unbridged_units.map(unbridgedPair) : [],
  }
}

/** Reads claims from a dictionary or from a list of named entries. */
function readClaims(claims: unknown): ReadClaim[] {
  if (typeof claims !== 'object' || claims === null) return []
  const entries: [string, unknown][] = Array.isArray(claims)
    ? claims.map((claim, index) => [isStep(claim) ? (textOrNull(claim.claim) ?? String(index)) : String(index), claim])
    : Object.entries(claims)
  return entries.map(([name, claim]) => {
    const entry = isStep(claim) ? claim : { value: claim }
    const quote = isStep(entry.quote) ? textOrNull(entry.quote.text) : null
    const isUnquoted = entry.unquoted === true
    return { name, question: textOrNull(entry.question), value: valueText(entry.value), quote, isUnquoted }
  })
}

function valueText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return plainText(value)
}

function unbridgedPair(pair: unknown): string {
  if (!isStep(pair)) return plainText(pair)
  return `${textOrNull(pair.from) ?? textOrNull(pair.from_unit) ?? '?'} and ${textOrNull(pair.to) ?? textOrNull(pair.to_unit) ?? '?'}`
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function isStep(value: unknown): value is Step {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
