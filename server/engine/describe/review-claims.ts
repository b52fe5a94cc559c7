/**
 * The claims and unconstrained locals of a review: what is asked for, and what is left open.
 *
 * Promises: states type, unit, range and vocabulary as the check enforces them; question and context stand as the
 * author's words.
 */
import type { Input } from '../../language/checked-ruleset'
import { defaultQuestion } from './default-question'
import { capitalised } from './english/humanise'
import type { Names } from './english/names'
import { numeralInWords, quantityInWords, unitInWords } from './english/quantities'
import { series } from './english/series'
import { quoted, visibleLine } from './english/visible-text'
import type { ReviewEntry, ReviewField, ReviewSection } from './review-document'

export function claimSection(names: Names): ReviewSection {
  const { inputs, ownSymbols } = names.ruleset
  return {
    id: 'claims',
    heading: 'Claims',
    introduction:
      'What is asked about each case. Every answer may also be given as unknown. A range only refuses answers outside it and decides nothing.',
    entries: inputs
      .filter((input) => input.kind === 'claim')
      .map((input) => claimEntry(input, names, new Set(ownSymbols))),
  }
}

export function localSection(names: Names): ReviewSection {
  return {
    id: 'locals',
    heading: 'Left open',
    introduction:
      'Yes or no, but never asked and given no meaning by the rules: always unknown, so whatever turns on one of them stays open.',
    entries: names.ruleset.inputs
      .filter((input) => input.kind === 'local')
      .map((input) => ({ name: input.name, title: titled(input.name, names), fields: [] })),
  }
}

/** The name as sentences say it, then as written: "Amount due (amount_due)". */
export function titled(name: string, names: Names): string {
  return `${capitalised(names.called(name))} (${name})`
}

function claimEntry(input: Input, names: Names, own: ReadonlySet<string>): ReviewEntry {
  const fields: ReviewField[] = [
    input.question === null
      ? { kind: 'fact', label: 'Standard question', text: visibleLine(defaultQuestion(input)) }
      : { kind: 'quotation', label: 'Question', lines: [visibleLine(input.question)] },
  ]
  if (input.context !== null) fields.push({ kind: 'quotation', label: 'Context', lines: [visibleLine(input.context)] })
  fields.push({ kind: 'fact', label: 'Answer', text: `${answer(input)}.` })
  const foreign = input.declaredUnit?.factors.map(({ symbol }) => symbol).filter((symbol) => own.has(symbol)) ?? []
  if (foreign.length > 0)
    fields.push({
      kind: 'fact',
      label: '',
      text: `No library knows ${series(foreign.map(unitInWords), 'and')}: it converts to no other unit.`,
    })
  return { name: input.name, title: titled(input.name, names), fields }
}

function answer(input: Input): string {
  const { type } = input
  switch (type.kind) {
    case 'boolean':
      return 'yes or no'
    case 'numeric':
      return number(input)
    case 'enum': {
      const members = type.vocabulary.map(quoted)
      if (members.length === 1) return `only ${members.join('')}`
      return `one of these, ${type.ordered ? 'from lowest to highest' : 'in no order'}: ${members.join(', ')}`
    }
  }
}

function number({ declaredUnit, adoptedUnit, range }: Input): string {
  const unit = declaredUnit ?? adoptedUnit
  const bounds = range === null ? '' : `, from ${numeralInWords(range.min)} to ${quantityInWords(range.max, unit)}`
  if (unit === null) return `a number without a unit${bounds}`
  if (declaredUnit !== null) return `a quantity in ${unitInWords(unit.text)}${bounds}`
  return `a number without a unit, read in ${unitInWords(unit.text)} since the rules compare it with that unit${bounds}`
}
