/**
 * The definitions and assertions of a review.
 *
 * Promises: every assertion is told by one sentence that says what its expression says, with its policy and what that
 * policy does; the author's note stands apart, marked as not checked.
 */
import type { Checked, CheckedAssertion, CheckedLet, Type } from '../../language/checked-ruleset'
import type { Policy } from '../../language/syntax'
import { capitalised, humanise } from './english/humanise'
import type { Names } from './english/names'
import { Remarks } from './english/remarks'
import { describeExpression } from './english/sentence'
import { visibleLine } from './english/visible-text'
import { titled } from './review-claims'
import type { ReviewEntry, ReviewField, ReviewSection } from './review-document'

const EFFECT: Record<Policy, string> = {
  neutral: 'neutral. Where unknown answers leave it open, the result is UNKNOWN.',
  pessimistic:
    'pessimistic. Where unknown answers leave it open, the result is FALSE if some values of theirs would break it (answered by policy, not proved), else UNKNOWN.',
  optimistic:
    'optimistic. Where unknown answers leave it open, the result is TRUE if some values of theirs would meet it (answered by policy, not proved), else UNKNOWN.',
}

const DEFINES: Record<Type['kind'], string> = {
  boolean: 'Holds when',
  numeric: 'Stands for',
  enum: 'Stands for',
  text: 'Stands for',
  set: 'Lists',
}

/** Definitions first, then assertions: the order in which remarks about the way of reading are made once. */
export function ruleSections(names: Names): readonly ReviewSection[] {
  const remarks = new Remarks(names.ruleset)
  const definitions = names.ruleset.lets.map((definition) => definitionEntry(definition, names, remarks))
  const assertions = names.ruleset.assertions.map((assertion) => assertionEntry(assertion, names, remarks))
  return [
    {
      id: 'definitions',
      heading: 'Definitions',
      introduction: 'Terms that the rules use; in their sentences they stand in quotation marks.',
      entries: definitions,
    },
    {
      id: 'assertions',
      heading: 'Assertions',
      introduction:
        'Each assertion gets a result of its own: TRUE when what it states is so, FALSE when it is not. There is no combined verdict.',
      entries: assertions,
    },
  ]
}

function definitionEntry(definition: CheckedLet, names: Names, remarks: Remarks): ReviewEntry {
  const label = DEFINES[definition.value.type.kind]
  return {
    name: definition.name,
    title: titled(definition.name, names),
    fields: [told(label, definition.value, names), ...remarks.on(definition.value)],
  }
}

function assertionEntry(assertion: CheckedAssertion, names: Names, remarks: Remarks): ReviewEntry {
  const fields: ReviewField[] = []
  if (assertion.comment.length > 0)
    fields.push({
      kind: 'quotation',
      label: 'Author’s note, not checked',
      lines: assertion.comment.map((line) => visibleLine(line).trim()),
    })
  fields.push(told('States', assertion.expression, names), ...remarks.on(assertion.expression))
  const effect =
    assertion.unbridged.length > 0
      ? `${assertion.policy}, but without effect: the result is always UNKNOWN; see “Not decided” below.`
      : EFFECT[assertion.policy]
  fields.push({ kind: 'fact', label: 'Policy', text: effect })
  if (assertion.reads.length === 0)
    fields.push({ kind: 'fact', label: '', text: 'It reads no claim, so its result is always the same.' })
  return { name: assertion.name, title: assertionTitle(assertion.name), fields }
}

/** "Receipt required (receipt_required)". Two assertions may share the words, never the name as written. */
export function assertionTitle(name: string): string {
  return `${capitalised(humanise(name)) || name} (${name})`
}

function told(label: string, expression: Checked, names: Names): ReviewField {
  return { kind: 'sentence', label, sentence: describeExpression(expression, names) }
}
