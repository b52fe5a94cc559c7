import { publicName } from '../../engine/explain/claim-facts'
import type { Names } from '../../engine/explain/english/names'
import { fallbackInWords, numeralInWords, quantityInWords, unitInWords } from '../../engine/explain/english/quantities'
import { compareRationals } from '../../language/numeric/rational'
import type { Input, Range } from '../../language/semantics/checked-input'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { Unit } from '../../language/units/unit'
import type { UnitLibrary } from '../../language/units/unit-library'
import { unitOf } from '../interval-words'
import type { ChangeKind } from './change-kinds'
import type { Finding } from './comparison-result'
import {
  type ChangedThing,
  listInWords,
  makeFinding,
  membersInWords,
  quotedNote,
  quotedText,
  WHOLE_RULESET,
} from './finding'
import type { PairedNames } from './joined-rulesets'
import { rangeInLaterUnit } from './joined-rulesets'
import { areListsSame } from './same-expression'

/**
 * Finds every change that a dictionary, a form or a reader of the review can notice.
 * @param library of the later ruleset
 * @param namesOf walks through the ruleset of a side
 */
export function claimChanges(
  before: CheckedRuleset,
  after: CheckedRuleset,
  { earlier, later }: PairedNames,
  library: UnitLibrary,
  namesOf: (side: 'before' | 'after') => Names,
): readonly Finding[] {
  const findings: Finding[] = []
  after.inputs.forEach((input, index) => {
    const other = before.inputs[earlier[index]!]
    if (isOfOther(input)) return
    if (other === undefined) findings.push(...addedFindings(input, before, namesOf('after')))
    else if (!isDeclaredAlike(other, input))
      findings.push(...changesOf(other, input, library, () => namesOf('after').called(publicName(input.name))))
  })
  before.inputs.forEach((input, index) => {
    if (later[index] === -1 && !isOfOther(input)) findings.push(...removedFindings(input, after, namesOf('before')))
  })
  if (!isInOrder(earlier)) findings.push(...orderFindings(before, after, earlier, later, namesOf))
  return findings
}

function isInOrder(places: readonly number[]): boolean {
  return places.every((place, index) => place === index)
}

function orderFindings(
  before: CheckedRuleset,
  after: CheckedRuleset,
  earlier: readonly number[],
  later: readonly number[],
  namesOf: (side: 'before' | 'after') => Names,
): readonly Finding[] {
  const isShared = (input: Input, other: Input | undefined) =>
    input.kind === 'claim' && !isOfOther(input) && other?.kind === 'claim'
  const first = before.inputs.filter((input, index) => isShared(input, after.inputs[later[index]!]))
  const second = after.inputs.filter((input, index) => isShared(input, before.inputs[earlier[index]!]))
  if (first.every(({ name }, index) => name === second[index]!.name)) return []
  const list = listInWords(second.map(({ name }) => namesOf('after').called(publicName(name))))
  return [makeFinding('claims-reordered', WHOLE_RULESET, { list })]
}

/** A quick check, because most declarations of a revision are unchanged. */
function isDeclaredAlike(before: Input, after: Input): boolean {
  return (
    before.kind === after.kind &&
    before.question === after.question &&
    before.context === after.context &&
    columnOf(before) === columnOf(after) &&
    fallbackInWords(before) === fallbackInWords(after) &&
    before.unitSpelling === after.unitSpelling &&
    areListsSame(before.comment, after.comment) &&
    before.whole === after.whole &&
    isCaseIgnored(before) === isCaseIgnored(after) &&
    areListsSame(codesOf(before), codesOf(after)) &&
    otherwiseOf(before) === otherwiseOf(after) &&
    isTypeAlike(before.type, after.type) &&
    isSameUnit(before.declaredUnit, after.declaredUnit) &&
    isSameUnit(before.adoptedUnit, after.adoptedUnit) &&
    rangeChange(before.range, after.range) === null
  )
}

function isTypeAlike(before: Input['type'], after: Input['type']): boolean {
  const isText = (type: Input['type']) => type.kind === 'enum' && type.text !== undefined
  if (isText(before) || isText(after)) return isText(before) && isText(after)
  if (before.kind !== 'enum' || after.kind !== 'enum') return before.kind === after.kind
  return before.ordered === after.ordered && areListsSame(before.vocabulary, after.vocabulary)
}

/** Whether the input changes with another one: the code of a claim, and the further entries of a list. */
function isOfOther({ form, name }: Input): boolean {
  return form?.kind === 'code' || form?.kind === 'length' || /\[(?!1\])/.test(name)
}

function codesOf({ form }: Input): readonly string[] {
  return form?.kind === 'coded' || form?.kind === 'text' ? form.codes : []
}

function isCaseIgnored({ form, ignoringCase }: Input): boolean {
  return ignoringCase === true || (form?.kind === 'text' && form.ignoringCase)
}

function otherwiseOf({ form }: Input): string | null {
  return form?.kind === 'coded' || form?.kind === 'else' ? form.otherwise : null
}

function addedFindings({ kind, name, form }: Input, { inputs }: CheckedRuleset, names: Names): readonly Finding[] {
  const facts = { name: names.called(publicName(name)) }
  const isRecord = form?.kind === 'given' && inputs.some((other) => other.name.startsWith(`${name}.`))
  if (isRecord) return [makeFinding('record-optional', { before: name, after: name }, facts)]
  return [
    makeFinding(kind === 'claim' ? 'claim-added' : 'local-added', { before: null, after: publicName(name) }, facts),
  ]
}

function removedFindings({ kind, name, form }: Input, { inputs }: CheckedRuleset, names: Names): readonly Finding[] {
  const facts = { name: names.called(publicName(name)) }
  const isRecord = form?.kind === 'given' && inputs.some((other) => other.name.startsWith(`${name}.`))
  if (isRecord) return [makeFinding('record-required', { before: name, after: name }, facts)]
  const thing = { before: publicName(name), after: null }
  return [makeFinding(kind === 'claim' ? 'claim-removed' : 'local-removed', thing, facts)]
}

function changesOf(before: Input, after: Input, library: UnitLibrary, called: () => string): readonly Finding[] {
  const thing: ChangedThing = { before: publicName(before.name), after: publicName(after.name) }
  const changes: Finding[] = []
  const add = (kind: ChangeKind, was = '', now = '', list = '') =>
    changes.push(makeFinding(kind, thing, { name: called(), was, now, list }))
  if (before.kind !== after.kind) add(after.kind === 'claim' ? 'local-became-claim' : 'claim-became-local')
  if (typeInWords(before) !== typeInWords(after)) add('claim-type', typeInWords(before), typeInWords(after))
  else if (before.form?.kind === 'count' && after.form?.kind === 'count')
    addLimits(before.form.upTo, after.form.upTo, add)
  else if (before.type.kind === 'enum' && after.type.kind === 'enum' && after.form?.kind !== 'text')
    addVocabulary(before, after, [before.type, after.type], add)
  else if (before.type.kind === 'numeric') addUnits(before, after, library, add)
  addCodes(before, after, add)
  addReading(before, after, add)
  if (before.question !== after.question) add('question', quotedText(before.question), quotedText(after.question))
  if (before.context !== after.context) add('context', quotedText(before.context), quotedText(after.context))
  if (!areListsSame(before.comment, after.comment))
    add('claim-note', quotedNote(before.comment), quotedNote(after.comment))
  return changes
}

type Add = (kind: ChangeKind, was?: string, now?: string, list?: string) => void

function addLimits(before: number, after: number, add: Add): void {
  const [first, last] = [Math.min(before, after) + 1, Math.max(before, after)]
  const lists = first === last ? `lists of ${countInWords(last)}` : `lists of ${first} to ${last} entries`
  if (after > before) add('member-added', '', '', lists)
  if (after < before) add('member-removed', '', '', lists)
}

function countInWords(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`
}

/** How a file of records is read. */
function addReading(before: Input, after: Input, add: Add): void {
  const [was, now] = [fallbackInWords(before), fallbackInWords(after)]
  if (was === null && now !== null) add('default-added', '', now)
  else if (was !== null && now === null) add('default-removed', was)
  else if (was !== null && now !== null && was !== now) add('default-changed', was, now)
  if (columnOf(before) !== columnOf(after)) add('column', quotedText(columnOf(before)), quotedText(columnOf(after)))
}

function columnOf({ name, column }: Input): string {
  return column ?? publicName(name)
}

function addCodes(before: Input, after: Input, add: Add): void {
  const [was, now] = [codesOf(before), codesOf(after)]
  const [added, removed] = [now.filter((code) => !was.includes(code)), was.filter((code) => !now.includes(code))]
  if (added.length > 0) add('member-added', otherTextInWords(before), '', membersInWords(added))
  if (removed.length > 0) add('member-removed', '', otherTextInWords(after), membersInWords(removed))
  if (isCaseIgnored(before) !== isCaseIgnored(after)) add(isCaseIgnored(after) ? 'case-ignored' : 'case-counted')
  if (before.whole !== after.whole)
    add(after.whole ? 'whole-added' : 'whole-removed', otherTextInWords(before), otherTextInWords(after))
  const otherwise = (input: Input) => {
    const text = otherwiseOf(input)
    return text === null ? 'rejected' : `read as ${quotedText(text)}`
  }
  if (otherwise(before) !== otherwise(after)) add('other-text', otherwise(before), otherwise(after))
}

/** How a text that the claim does not know is read; empty if it is rejected. */
function otherTextInWords(input: Input): string {
  if (input.form?.kind === 'text') return 'read like any other text'
  const otherwise = otherwiseOf(input)
  return otherwise === null ? '' : `read as ${quotedText(otherwise)}`
}

function typeInWords({ type, form }: Input): string {
  if (form?.kind === 'count') return 'a list'
  if (form?.kind === 'given') return 'an optional record'
  if (form?.kind === 'text') return 'a text'
  if (type.kind === 'date' || type.kind === 'timestamp') return `a ${type.kind}`
  return type.kind === 'boolean' ? 'yes or no' : type.kind === 'numeric' ? 'a number' : 'a member of a vocabulary'
}

type Vocabulary = Extract<Input['type'], { kind: 'enum' }>

function addVocabulary(one: Input, other: Input, [before, after]: readonly [Vocabulary, Vocabulary], add: Add): void {
  const missing = (from: Vocabulary, to: Vocabulary) =>
    from.vocabulary.filter((member) => !to.vocabulary.includes(member))
  const [added, removed] = [missing(after, before), missing(before, after)]
  if (added.length > 0) add('member-added', otherTextInWords(one), '', membersInWords(added))
  if (removed.length > 0) add('member-removed', '', otherTextInWords(other), membersInWords(removed))
  const [was, now] = [membersInWords(before.vocabulary), membersInWords(after.vocabulary)]
  if (before.ordered !== after.ordered) add(after.ordered ? 'vocabulary-ordered' : 'vocabulary-unordered', was, now)
  else if (after.ordered && !areListsSame(commonMembers(before, after), commonMembers(after, before)))
    add('vocabulary-order', was, now)
}

function commonMembers(of: Vocabulary, other: Vocabulary): readonly string[] {
  return of.vocabulary.filter((member) => other.vocabulary.includes(member))
}

function addUnits(before: Input, after: Input, library: UnitLibrary, add: Add): void {
  const [was, now] = [before.declaredUnit, after.declaredUnit]
  if (!isSameUnit(was, now)) add('claim-unit', unitName(was), unitName(now))
  else if (before.unitSpelling !== after.unitSpelling)
    add('claim-unit-spelling', before.unitSpelling ?? '', after.unitSpelling ?? '')
  if (!isSameUnit(before.adoptedUnit, after.adoptedUnit) && was === null && now === null)
    add('claim-adopted-unit', unitName(before.adoptedUnit), unitName(after.adoptedUnit))
  const kind = rangeChangeAcross(before, after, library)
  if (kind !== null) add(kind, rangeInWords(before), rangeInWords(after))
}

/** From 0 to 1 km equals from 0 to 1,000 m. */
function rangeChangeAcross(before: Input, after: Input, library: UnitLibrary): ChangeKind | null {
  if (before.range === null && after.range === null) return null
  const earlier = rangeInLaterUnit(before, after, library)
  return earlier === null ? 'range-moved' : rangeChange(earlier.range, after.range)
}

function isSameUnit(one: Unit | null, other: Unit | null): boolean {
  if (one === null || other === null) return one === other
  return one.text === other.text && one.difference === other.difference
}

function unitName(unit: Unit | null): string {
  return unit === null ? 'no unit' : unitInWords(unit.text)
}

function rangeChange(before: Range | null, after: Range | null): ChangeKind | null {
  if (before === null || after === null) {
    if (before === after) return null
    return before === null ? 'range-added' : 'range-removed'
  }
  const [min, max] = [compareRationals(after.min, before.min), compareRationals(after.max, before.max)]
  if (min === 0 && max === 0) return null
  if (min >= 0 && max <= 0) return 'range-narrowed'
  return min <= 0 && max >= 0 ? 'range-widened' : 'range-moved'
}

function rangeInWords(input: Input): string {
  if (input.range === null) return 'of any size'
  const unit = unitOf(input)
  return `from ${numeralInWords(input.range.min, unit)} to ${quantityInWords(input.range.max, unit)}`
}
