import type { Checked, CheckedAssertion, CheckedLet, Type } from '../../language/semantics/checked-ruleset'
import type { Policy } from '../../language/syntax/syntax'
import { capitalise, humaniseName, type Names } from './english/names'
import { unitInWords } from './english/quantities'
import { Remarks } from './english/remarks'
import { describeExpression } from './english/sentence'
import { entryTitle } from './review-claims'
import { noteFields, type ReviewEntry, type ReviewField, type ReviewSection, referredNames } from './review-document'

/** The introduction explains the neutral policy. */
const EFFECT: Record<Exclude<Policy, 'neutral'>, string> = {
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

export function ruleSections(names: Names): readonly ReviewSection[] {
  const remarks = new Remarks(names)
  const definitions = names.ruleset.lets.map((definition) => definitionEntry(definition, names, remarks))
  const assertions = names.ruleset.assertions.map((assertion) => assertionEntry(assertion, names, remarks))
  return [
    {
      id: 'assertions',
      heading: 'Assertions',
      introduction:
        'Each assertion gets a result of its own: TRUE when what it states is so, FALSE when it is not. There is no combined verdict. Where unknown answers leave it open, the result is UNKNOWN (the policy neutral), unless the assertion names another policy.',
      entries: assertions,
    },
    {
      id: 'definitions',
      heading: 'Definitions',
      introduction: 'Terms that the rules use; in their sentences they stand in quotation marks.',
      entries: definitions,
    },
  ]
}

function definitionEntry(definition: CheckedLet, names: Names, remarks: Remarks): ReviewEntry {
  const label = DEFINES[definition.value.type.kind]
  return {
    name: definition.name,
    title: entryTitle(definition.name, names),
    fields: [
      ...noteFields(definition.comment),
      sentenceField(label, definition.value, names),
      ...remarks.on(definition.value),
    ],
    refersTo: referredNames(definition.value, names.ruleset),
    value: null,
  }
}

function assertionEntry(assertion: CheckedAssertion, names: Names, remarks: Remarks): ReviewEntry {
  const fields: ReviewField[] = [...noteFields(assertion.comment)]
  fields.push(sentenceField('States', assertion.expression, names), ...remarks.on(assertion.expression))
  const { policy, unbridged } = assertion
  if (unbridged.length > 0)
    fields.push({
      kind: 'fact',
      label: 'Policy',
      text: `${policy}, but without effect: the result is always UNKNOWN; see “Not decided” below.`,
    })
  else if (policy !== 'neutral') fields.push({ kind: 'fact', label: 'Policy', text: EFFECT[policy] })
  fields.push(readField(assertion, names))
  return {
    name: assertion.name,
    title: assertionTitle(assertion.name),
    fields,
    refersTo: referredNames(assertion.expression, names.ruleset),
    value: null,
  }
}

/** Includes claims read through definitions. */
function readField({ reads }: CheckedAssertion, names: Names): ReviewField {
  const items = reads.flatMap((index) => {
    const { kind, name, declaredUnit, adoptedUnit } = names.input(index)
    const unit = declaredUnit ?? adoptedUnit
    const words = unit === null ? names.called(name) : `${names.called(name)} (${unitInWords(unit.text)})`
    return kind === 'claim' ? [{ name, words }] : []
  })
  if (items.length > 0) return { kind: 'references', label: 'Reads', items }
  const text =
    reads.length > 0
      ? 'It reads no claim, only what is left open.'
      : 'It reads no claim, so its result is always the same.'
  return { kind: 'fact', label: '', text }
}

/** Two assertions may share the words, but not the name. */
export function assertionTitle(name: string): string {
  return `${capitalise(humaniseName(name)) || name} (${name})`
}

function sentenceField(label: string, expression: Checked, names: Names): ReviewField {
  return { kind: 'sentence', label, sentence: describeExpression(expression, names) }
}
