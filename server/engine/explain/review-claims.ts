import type { Input } from '../../language/semantics/checked-ruleset'
import { defaultQuestion } from './claim-facts'
import { joinSeries } from './english/clause'
import { capitalise, humaniseName, type Names } from './english/names'
import { numeralInWords, quantityInWords, unitInWords } from './english/quantities'
import { quoteVisible, visibleLine } from './english/visible-text'
import { INDEPENDENT, noteFields, type ReviewEntry, type ReviewField, type ReviewSection } from './review-document'

export function claimSection(names: Names): ReviewSection {
  const { inputs, ownSymbols } = names.ruleset
  const own = new Set(ownSymbols)
  const vocabularies = new Map<string, string>()
  return {
    id: 'claims',
    heading: 'Claims',
    introduction:
      'What is asked about each case. Every answer may also be given as unknown. A range only refuses answers outside it and decides nothing.',
    entries: inputs
      .filter((input) => input.kind === 'claim')
      .map((input) => claimEntry(input, { names, own, vocabularies })),
  }
}

interface ClaimWords {
  readonly names: Names
  /** Unit symbols that no library knows. */
  readonly own: ReadonlySet<string>
  /** By vocabulary, the claim that shows it. */
  readonly vocabularies: Map<string, string>
}

export function localSection(names: Names): ReviewSection {
  return {
    id: 'locals',
    heading: 'Left open',
    introduction:
      'Yes or no, but never asked and given no meaning by the rules: always unknown, so whatever turns on one of them stays open.',
    entries: names.ruleset.inputs
      .filter((input) => input.kind === 'local')
      .map((input) => ({
        name: input.name,
        title: entryTitle(input.name, names),
        fields: noteFields(input.comment),
        ...INDEPENDENT,
      })),
  }
}

/** "Amount due (amount_due)". */
export function entryTitle(name: string, names: Names): string {
  return `${capitalise(names.called(name))} (${name})`
}

function claimEntry(input: Input, words: ClaimWords): ReviewEntry {
  const { names, own } = words
  const fields: ReviewField[] = [
    ...noteFields(input.comment),
    input.question === null
      ? { kind: 'fact', label: 'Standard question', text: visibleLine(standardQuestion(input)) }
      : { kind: 'quotation', label: 'Question', lines: [visibleLine(input.question)] },
  ]
  if (input.context !== null) fields.push({ kind: 'quotation', label: 'Context', lines: [visibleLine(input.context)] })
  fields.push({ kind: 'fact', label: 'Answer', text: `${answerInWords(input, words)}.` })
  const foreign = input.declaredUnit?.factors.map(({ symbol }) => symbol).filter((symbol) => own.has(symbol)) ?? []
  if (foreign.length > 0)
    fields.push({
      kind: 'fact',
      label: '',
      text: `No library knows ${joinSeries(foreign.map(unitInWords), 'and')}: it converts to no other unit.`,
    })
  const value = answerInWords({ ...input, range: null }, { ...words, vocabularies: new Map() })
  return { name: input.name, title: entryTitle(input.name, names), fields, refersTo: [], value }
}

/** The entry lists the answers. */
function standardQuestion(input: Input): string {
  // Uses the canonical spelling: the words of a review are signed, and every spelling of a unit gives the same words.
  if (input.type.kind !== 'enum') return defaultQuestion(input, (input.declaredUnit ?? input.adoptedUnit)?.text ?? null)
  return `${capitalise(humaniseName(input.name) || input.name)}: which of the answers below?`
}

function answerInWords(input: Input, { names, vocabularies }: ClaimWords): string {
  const { type } = input
  switch (type.kind) {
    case 'boolean':
      return 'yes or no'
    case 'numeric':
      return numberInWords(input)
    case 'enum': {
      const key = JSON.stringify([type.ordered, type.vocabulary])
      const first = vocabularies.get(key)
      if (first !== undefined)
        return `one of the same as for ${names.called(first)}${type.ordered ? ', in the same order' : ''}`
      vocabularies.set(key, input.name)
      const members = type.vocabulary.map(quoteVisible)
      if (members.length === 1) return `only ${members.join('')}`
      return `one of these, ${type.ordered ? 'from lowest to highest' : 'in no order'}: ${members.join(', ')}`
    }
  }
}

function numberInWords({ declaredUnit, adoptedUnit, range }: Input): string {
  const unit = declaredUnit ?? adoptedUnit
  const bounds =
    range === null ? '' : `, from ${numeralInWords(range.min, unit)} to ${quantityInWords(range.max, unit)}`
  if (unit === null) return `a number without a unit${bounds}`
  if (declaredUnit !== null) return `a quantity in ${unitInWords(unit.text)}${bounds}`
  return `a number without a unit, read in ${unitInWords(unit.text)} since the rules compare it with that unit${bounds}`
}
