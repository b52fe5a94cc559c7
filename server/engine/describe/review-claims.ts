/**
 * The claims and unconstrained locals of a review: what is asked for, and what is left open.
 *
 * Promises: states type, unit, range and vocabulary as the check enforces them; question and context stand as the
 * author's words.
 */
import type { Input } from '../../language/checked-ruleset'
import { capitalised } from './english/humanise'
import type { Names } from './english/names'
import { numeralInWords, unitInWords } from './english/quantities'
import { quoted, visibleLine } from './english/visible-text'
import type { ReviewEntry, ReviewField, ReviewSection } from './review-document'

export function claimSection(names: Names): ReviewSection {
  return {
    id: 'claims',
    heading: 'Claims',
    introduction: 'What is asked about each case. Every answer may also be given as unknown.',
    entries: names.ruleset.inputs.filter((input) => input.kind === 'claim').map((input) => claimEntry(input, names)),
  }
}

export function localSection(names: Names): ReviewSection {
  return {
    id: 'locals',
    heading: 'Left open',
    introduction:
      'Yes or no, but never asked and given no meaning by the ruleset: always unknown, and so is what depends on them.',
    entries: names.ruleset.inputs
      .filter((input) => input.kind === 'local')
      .map((input) => ({ name: input.name, title: titled(input.name, names), fields: [] })),
  }
}

/** The name as sentences say it, with the name as written where the two differ: "Amount due (amount_due)". */
export function titled(name: string, names: Names): string {
  const called = names.called(name)
  return called === name || called === `‘${name}’` ? called : `${capitalised(called)} (${name})`
}

function claimEntry(input: Input, names: Names): ReviewEntry {
  const fields: ReviewField[] = [
    input.question === null
      ? { kind: 'fact', label: 'Question', text: 'none written; a standard one is asked.' }
      : { kind: 'quotation', label: 'Question', lines: [visibleLine(input.question)] },
    { kind: 'fact', label: 'Answer', text: answer(input) },
  ]
  const range = rangeInWords(input)
  if (range !== null) fields.push({ kind: 'fact', label: 'Range', text: range })
  if (input.context !== null) fields.push({ kind: 'quotation', label: 'Context', lines: [visibleLine(input.context)] })
  return { name: input.name, title: titled(input.name, names), fields }
}

function answer(input: Input): string {
  const { type } = input
  switch (type.kind) {
    case 'boolean':
      return 'yes or no.'
    case 'numeric':
      if (input.declaredUnit !== null) return `a number with a unit, held in ${unitInWords(input.declaredUnit.text)}.`
      if (input.adoptedUnit === null) return 'a number without a unit.'
      return `a number without a unit, read as ${unitInWords(input.adoptedUnit.text)} because the rules compare it with that unit.`
    case 'enum': {
      const members = type.vocabulary.map(quoted)
      if (members.length === 1) return `only ${members.join('')}.`
      return type.ordered
        ? `one of these, from lowest to highest: ${members.join(', ')}.`
        : `one of these, in no order: ${members.join(', ')}.`
    }
  }
}

function rangeInWords(input: Input): string | null {
  if (input.range === null) return null
  const unit = input.declaredUnit ?? input.adoptedUnit
  const from = numeralInWords(input.range.min)
  const to = numeralInWords(input.range.max) + (unit === null ? '' : ` ${unitInWords(unit.text)}`)
  return `${from} to ${to}; an answer outside it is refused. The range decides no assertion.`
}
