/**
 * What a review says of the rules of a ruleset, line by line: what is left open, the definitions, the assertions. The policy
 * neutral is told in the introduction of the assertions, once for all; which claims are read, the sentences tell.
 */
import { printSentence } from '../../engine/explain/english/clause'
import { describeRuleset } from '../../engine/explain/review'
import type { ReviewField } from '../../engine/explain/review-document'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'

const TOLD = ['locals', 'definitions', 'assertions'] as const

export function toldRules(ruleset: CheckedRuleset): readonly string[] {
  const { sections } = describeRuleset(ruleset)
  const rules = TOLD.flatMap((id) => sections.find((section) => section.id === id) ?? [])
  return rules.flatMap(({ id, heading, introduction, entries }) => [
    ...(id === 'locals' ? [`${heading}: ${introduction}`] : []),
    ...entries.flatMap(({ title, fields }) => [title, ...fields.flatMap((field) => linesOf(field))]),
  ])
}

function linesOf(field: ReviewField): readonly string[] {
  const lead = field.label === '' ? '' : `${field.label}: `
  switch (field.kind) {
    case 'fact':
      return [lead + field.text]
    case 'sentence':
      return printSentence(field.sentence, lead, '').split('\n')
    case 'references':
      return []
    case 'quotation':
      return field.lines.map((line) => lead + line)
  }
}
