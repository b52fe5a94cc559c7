/**
 * Questions whether a claim has a value: `days == null`, `IsUnknown(days)`, `has(days)`, `days != ""`. No condition can
 * know that, and a policy applies to a whole assertion, so the fix declares a yes/no claim, if claim and word have no
 * other meaning.
 */
import type { Fix } from '../../messages/diagnostic'
import { IDIOMS, idiomOf } from '../../messages/idioms'
import { replaceFix } from '../../messages/report'
import { EXAMPLE_INSTANT } from '../../numeric/instant'
import type { ForeignForm } from '../../syntax/cursor'
import type { Expression } from '../../syntax/syntax'
import { wordsOf } from '../../syntax/words'
import type { Span } from '../../text/line-index'
import type { Checking, Declared } from '../checking'
import { isMissing } from '../members'

/** The kind of value for which the question is true. */
export type Presence = 'given' | 'missing'

const ABSENT = 'absent'

type Comparison = Extract<Expression, { kind: 'comparison' }>

/** Null for calls other than `IsUnknown(days)` and the like. */
export function asksPresence({ idiom }: ForeignForm): Presence | null {
  if (idiom === 'null') return 'missing'
  return idiom === 'given' ? 'given' : null
}

/** @returns false, without a report, for any other comparison */
export function reportPresenceComparison(c: Checking, node: Comparison): boolean {
  const { left, right, operator } = node
  if (operator !== '==' && operator !== '!=') return false
  const subject = isAbsent(c, right, left) ? left : isAbsent(c, left, right) ? right : null
  if (subject === null) return false
  const absent = subject === left ? right : left
  if (!isGroup(c, subject) && (subject.kind !== 'name' || c.knows(subject.name))) c.check(subject)
  reportPresence(c, node, node, subject, operator === '==' ? 'missing' : 'given', absent)
  return true
}

/** Whether the expression is an optional record or a list, which has no value itself. */
export function isGroup(c: Checking, node: Expression): boolean {
  const claim = claimOf(c, node)
  const form = claim === null ? null : c.inputs[claim.input]!.form
  return form?.kind === 'given' || form?.kind === 'count'
}

/** Whether the operand is a word that means "no value" in other languages. */
function isAbsent(c: Checking, node: Expression, subject: Expression): boolean {
  if (node.kind === 'name')
    return !c.knows(node.name) && idiomOf('name', node.name) === 'null' && !isMemberOf(c, subject, node.name)
  if (node.kind !== 'string') return false
  const input = claimOf(c, subject)
  if (input === null) return false
  const { type, form } = c.inputs[input.input]!
  // A dictionary has this text in place of an optional record.
  if (form?.kind === 'given' && node.value === ABSENT) return true
  if (!isMissing(node.value)) return false
  // Any text may be compared with a text.
  if (form?.kind === 'coded' || form?.kind === 'text') return false
  if (type.kind !== 'enum') return true
  return !isMember(type.vocabulary, node.value) && c.speller.nearest(node.value, type.vocabulary) === null
}

/** Whether the word is a member. A member may be called "unknown"; then the word lacks its quotes. */
function isMemberOf(c: Checking, subject: Expression, word: string): boolean {
  const input = claimOf(c, subject)
  const draft = input === null ? undefined : c.inputs[input.input]
  if (draft?.form?.kind === 'coded') return draft.form.codes.includes(word)
  return draft?.type.kind === 'enum' && isMember(draft.type.vocabulary, word)
}

/** A member in other spelling is more likely a slip. */
function isMember(vocabulary: readonly string[], value: string): boolean {
  const plain = value.trim().toLowerCase()
  return vocabulary.some((member) => member.trim().toLowerCase() === plain)
}

function claimOf(c: Checking, node: Expression): Declared | null {
  if (node.kind === 'group') return claimOf(c, node.inner)
  const declared = node.kind === 'name' && !c.variables.has(node.name) ? c.values.get(node.name) : undefined
  return declared?.role === 'claim' && declared.input >= 0 ? declared : null
}

/**
 * @param whole the text to replace
 * @param absent the word for "no value", in a comparison
 */
export function reportPresence(
  c: Checking,
  at: Span,
  whole: Span,
  subject: Expression,
  presence: Presence,
  absent: Expression | null = null,
): void {
  const claim = claimOf(c, subject)
  if (claim !== null && reportNewerForm(c, at, whole, claim, presence, absent)) return
  const name = claim?.name ?? (subject.kind === 'name' ? subject.name : null)
  const given = name === null ? 'is_given' : `${name}_given`
  const answer = presence === 'given' ? given : `Not(${given})`
  const written = c.text.slice(whole.start, whole.end).replace(/\s+/g, ' ')
  const member = absent?.kind === 'string' && absent.value !== '' && isEnum(c, claim) ? absent.value : null
  const isSure =
    absent?.kind === 'string' ? absent.value === '' : absent?.kind !== 'name' || !/^nan$/i.test(absent.name)
  const fixes = claim === null || !isSure ? [] : presenceFix(c, claim, whole, given, answer)
  c.report.add('asks-presence', at, [written, given, answer, exampleOf(c, claim), member], fixes)
}

/** In version 1.4 a text may be blank, and a number or a date may be a code. */
function reportNewerForm(
  c: Checking,
  at: Span,
  whole: Span,
  { name, input }: Declared,
  presence: Presence,
  absent: Expression | null,
): boolean {
  const { form, type } = c.inputs[input]!
  if (form?.kind === 'given' || form?.kind === 'count') {
    const answer = presence === 'given' ? `IsGiven(${name})` : `Not(IsGiven(${name}))`
    const written = c.text.slice(whole.start, whole.end).replace(/\s+/g, ' ')
    c.report.add('asks-group', at, [written, answer, form.kind], [replaceFix(`Write ${answer}`, whole, answer)])
    return true
  }
  if (form?.kind === 'text') {
    const answer = presence === 'given' ? `IsGiven(${name})` : `Not(IsGiven(${name}))`
    const written = c.text.slice(whole.start, whole.end).replace(/\s+/g, ' ')
    c.report.add('asks-blank', at, [written, answer], [replaceFix(`Write ${answer}`, whole, answer)])
    return true
  }
  const hasCodes = wordsOf(c.parsed.ruleset.version?.text).version === '1.4'
  if (!hasCodes || form != null || absent?.kind !== 'string' || absent.value === '') return false
  if (type.kind !== 'numeric' && type.kind !== 'date') return false
  c.report.add('code-missing', at, [name, [absent.value], []])
  return true
}

/**
 * Reports `Coalesce(days, 0)` and `days ?? 0`.
 * @returns false, without a report, if the first operand is not a claim
 */
export function reportReplacement(c: Checking, form: ForeignForm): boolean {
  const [subject, other, more] = form.operands
  const claim = subject === undefined ? null : claimOf(c, subject)
  if (claim === null || other === undefined || more !== undefined || /^nullif$/i.test(form.name)) return false
  const given = `${claim.name}_given`
  const written = c.text.slice(form.start, form.end).replace(/\s+/g, ' ')
  const answer = `If(${given}, ${claim.name}, ${c.text.slice(other.start, other.end)})`
  const fixes = presenceFix(c, claim, form, given, answer)
  const advice = `${IDIOMS.coalesce.reason} Declare it, as in declare ${given} as boolean; and for ${written} write ${answer}.`
  if (form.isCall) c.report.add('unknown-function', form.at, [form.name, null, advice], fixes)
  else c.report.add('foreign-form', form.at, [form.name, advice], fixes)
  return true
}

function isEnum(c: Checking, claim: Declared | null): boolean {
  return claim !== null && c.inputs[claim.input]?.type.kind === 'enum'
}

function exampleOf(c: Checking, claim: Declared | null): string {
  const type = claim === null ? null : c.inputs[claim.input]?.type
  if (claim === null || type == null) return 'the condition'
  if (type.kind === 'boolean') return claim.name
  if (type.kind === 'enum') return `${claim.name} == ${JSON.stringify(type.vocabulary[0] ?? '')}`
  if (type.kind === 'date') return `${claim.name} <= 2026-12-31`
  if (type.kind === 'timestamp') return `${claim.name} <= ${EXAMPLE_INSTANT}`
  return type.unit === null ? `${claim.name} < 30` : `${claim.name} < 30 ${JSON.stringify(type.unit.text)}`
}

function presenceFix(c: Checking, claim: Declared, whole: Span, given: string, answer: string): Fix[] {
  const replacement = { start: whole.start, end: whole.end, text: answer }
  const known = c.values.get(given)
  if (known !== undefined) {
    const isBoolean = known.input >= 0 && c.inputs[known.input]!.type.kind === 'boolean'
    const isAbove = known.usableFrom <= whole.start
    return isBoolean && isAbove ? [{ title: `Write ${answer}`, edits: [replacement] }] : []
  }
  if (c.assertions.has(given)) return []
  const { end } = c.inputs[claim.input]!.statement
  if (end > whole.start) return []
  const declaration = { start: end, end, text: `\ndeclare ${given} as boolean;` }
  return [{ title: `Declare the yes/no claim ${given} and write ${answer}`, edits: [declaration, replacement] }]
}
