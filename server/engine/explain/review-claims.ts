import type { Input, TextForm } from '../../language/semantics/checked-input'
import { claimsOf, defaultQuestion, publicName, subjectOf } from './claim-facts'
import { joinSeries, quoteVisible, visibleLine } from './english/clause'
import { capitalise, type Names } from './english/names'
import { fallbackInWords, numeralInWords, quantityInWords, unitInWords } from './english/quantities'
import type { ReviewEntry, ReviewField, ReviewSection } from './review-document'
import { clauseFields, INDEPENDENT, noteFields } from './review-fields'

export function claimSection(names: Names): ReviewSection {
  const { ownSymbols } = names.ruleset
  const own = new Set(ownSymbols)
  const vocabularies = new Map<string, string>()
  return {
    id: 'claims',
    heading: 'Claims',
    introduction:
      'What is asked about each case. Every answer may also be given as unknown. A range only refuses answers outside it and decides nothing.',
    entries: claimsOf(names.ruleset).map((input) => claimEntry(input, { names, own, vocabularies })),
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
    ...clauseFields(names.ruleset, publicName(input.name)),
    input.question === null
      ? { kind: 'fact', label: 'Standard question', text: visibleLine(standardQuestion(input)) }
      : { kind: 'quotation', label: 'Question', lines: [visibleLine(input.question)] },
  ]
  if (input.context !== null) fields.push({ kind: 'quotation', label: 'Context', lines: [visibleLine(input.context)] })
  fields.push({ kind: 'fact', label: 'Answer', text: `${answerInWords(input, words)}.` })
  const fallback = fallbackInWords(input)
  if (fallback !== null)
    fields.push({
      kind: 'fact',
      label: 'Default',
      text: `If a file has no column for ${names.called(input.name)}, it is taken as ${fallback}.`,
    })
  const foreign = input.declaredUnit?.factors.map(({ symbol }) => symbol).filter((symbol) => own.has(symbol)) ?? []
  if (foreign.length > 0)
    fields.push({
      kind: 'fact',
      label: '',
      text: `No library knows ${joinSeries(foreign.map(unitInWords), 'and')}: it converts to no other unit.`,
    })
  const value = answerInWords({ ...input, range: null }, { ...words, vocabularies: new Map() })
  const refersTo = input.listed === undefined ? [] : [input.listed]
  return { name: input.name, title: entryTitle(input.name, names), fields, refersTo, value }
}

/** The entry lists the answers. */
function standardQuestion(input: Input): string {
  // Uses the canonical spelling: the words of a review are signed, and every spelling of a unit gives the same words.
  if (input.type.kind !== 'enum' || input.form?.kind === 'count' || input.form?.kind === 'text')
    return defaultQuestion(input, (input.declaredUnit ?? input.adoptedUnit)?.text ?? null)
  return `${subjectOf(input.name)}: which of the answers below?`
}

function answerInWords(input: Input, words: ClaimWords): string {
  const { form } = input
  if (form?.kind === 'count')
    return `a list of at most ${form.upTo} ${form.upTo === 1 ? 'entry' : 'entries'}; a longer one is refused`
  if (form?.kind === 'given') return 'its fields below, or that there is none'
  const answer = typedAnswerInWords(input, words)
  if (form?.kind === 'else') return `${answer}; any other text counts as ${quoteVisible(form.otherwise)}`
  if (form?.kind !== 'coded') return answer
  const codes = form.codes.map(quoteVisible)
  const other = form.otherwise === null ? '' : `; ${otherText(input)} counts as ${quoteVisible(form.otherwise)}`
  return `${answer}, or ${codes.length === 1 ? 'the code' : 'one of the codes'} ${codes.join(', ')}${other}`
}

/** The texts that `else` takes: a number without its unit is refused. */
function otherText({ declaredUnit }: Input): string {
  return declaredUnit === null ? 'any other text' : 'any other text, except a number without its unit,'
}

function typedAnswerInWords(input: Input, { names, vocabularies }: ClaimWords): string {
  const { type } = input
  switch (type.kind) {
    case 'boolean':
      return 'yes or no'
    case 'date':
      return 'a date'
    case 'timestamp':
      return 'a timestamp: a day, a time and an offset from UTC'
    case 'numeric':
      return numberInWords(input)
    case 'enum': {
      if (input.form?.kind === 'text') return textInWords(input.form)
      if (input.listed !== undefined && input.form?.kind === undefined && isOnlyListed(input, names))
        return `one of those listed in ${names.called(input.listed)}, in no order${caseInWords(input)}`
      const key = JSON.stringify([type.ordered, type.vocabulary])
      const first = vocabularies.get(key)
      if (first !== undefined)
        return `one of the same as for ${names.called(first)}${type.ordered ? ', in the same order' : ''}`
      vocabularies.set(key, input.name)
      const members = type.vocabulary.map(quoteVisible)
      if (members.length === 1) return `only ${members.join('')}`
      return `one of these, ${type.ordered ? 'from lowest to highest' : 'in no order'}: ${members.join(', ')}${caseInWords(input)}`
    }
  }
}

function textInWords({ codes, ignoringCase }: TextForm): string {
  const text = `a text${ignoringCase ? ', in which the case does not count' : ''}`
  const [only, ...more] = codes.map(quoteVisible)
  if (only === undefined) return text
  return more.length === 0
    ? `${text}, or the code ${only}`
    : `${text}, or one of the codes ${[only, ...more].join(', ')}`
}

function caseInWords({ ignoringCase }: Input): string {
  return ignoringCase ? '; the case does not count' : ''
}

/** Whether the vocabulary has all members, so that no code is left out. */
function isOnlyListed({ type, listed }: Input, { ruleset }: Names): boolean {
  const value = ruleset.lets.find(({ name }) => name === listed)?.value
  const count = value?.type.kind === 'set' && value.type.element.kind === 'text' ? value.type.element.members.length : 0
  return type.kind === 'enum' && type.vocabulary.length === count
}

function numberInWords({ declaredUnit, adoptedUnit, range, whole }: Input): string {
  const number = whole ? 'a whole number' : 'a number'
  const unit = declaredUnit ?? adoptedUnit
  const bounds =
    range === null ? '' : `, from ${numeralInWords(range.min, unit)} to ${quantityInWords(range.max, unit)}`
  if (unit === null) return `${number} without a unit${bounds}`
  if (declaredUnit !== null)
    return whole
      ? `a whole number of ${unitInWords(unit.text)}${bounds}`
      : `a quantity in ${unitInWords(unit.text)}${bounds}`
  return `${number} without a unit, read in ${unitInWords(unit.text)} since the rules compare it with that unit${bounds}`
}
