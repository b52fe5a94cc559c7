import type { Names } from '../../engine/explain/english/names'
import { numeralInWords, quantityInWords, unitInWords } from '../../engine/explain/english/quantities'
import { compareRationals } from '../../language/numeric/rational'
import type { CheckedRuleset, Input, Range } from '../../language/semantics/checked-ruleset'
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
    if (other === undefined) findings.push(addedFinding(input, namesOf('after')))
    else if (!isDeclaredAlike(other, input))
      findings.push(...changesOf(other, input, library, () => namesOf('after').called(input.name)))
  })
  before.inputs.forEach((input, index) => {
    if (later[index] === -1) findings.push(removedFinding(input, namesOf('before')))
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
  const isShared = (input: Input, other: Input | undefined) => input.kind === 'claim' && other?.kind === 'claim'
  const first = before.inputs.filter((input, index) => isShared(input, after.inputs[later[index]!]))
  const second = after.inputs.filter((input, index) => isShared(input, before.inputs[earlier[index]!]))
  if (first.every(({ name }, index) => name === second[index]!.name)) return []
  const list = listInWords(second.map(({ name }) => namesOf('after').called(name)))
  return [makeFinding('claims-reordered', WHOLE_RULESET, { list })]
}

/** A quick check, because most declarations of a revision are unchanged. */
function isDeclaredAlike(before: Input, after: Input): boolean {
  return (
    before.kind === after.kind &&
    before.question === after.question &&
    before.context === after.context &&
    before.unitSpelling === after.unitSpelling &&
    areListsSame(before.comment, after.comment) &&
    isTypeAlike(before.type, after.type) &&
    isSameUnit(before.declaredUnit, after.declaredUnit) &&
    isSameUnit(before.adoptedUnit, after.adoptedUnit) &&
    rangeChange(before.range, after.range) === null
  )
}

function isTypeAlike(before: Input['type'], after: Input['type']): boolean {
  if (before.kind !== 'enum' || after.kind !== 'enum') return before.kind === after.kind
  return before.ordered === after.ordered && areListsSame(before.vocabulary, after.vocabulary)
}

function addedFinding({ kind, name }: Input, names: Names): Finding {
  const thing = { before: null, after: name }
  return makeFinding(kind === 'claim' ? 'claim-added' : 'local-added', thing, { name: names.called(name) })
}

function removedFinding({ kind, name }: Input, names: Names): Finding {
  const thing = { before: name, after: null }
  return makeFinding(kind === 'claim' ? 'claim-removed' : 'local-removed', thing, { name: names.called(name) })
}

function changesOf(before: Input, after: Input, library: UnitLibrary, called: () => string): readonly Finding[] {
  const thing: ChangedThing = { before: before.name, after: after.name }
  const changes: Finding[] = []
  const add = (kind: ChangeKind, was = '', now = '', list = '') =>
    changes.push(makeFinding(kind, thing, { name: called(), was, now, list }))
  if (before.kind !== after.kind) add(after.kind === 'claim' ? 'local-became-claim' : 'claim-became-local')
  if (before.type.kind !== after.type.kind) add('claim-type', typeInWords(before), typeInWords(after))
  else if (before.type.kind === 'enum' && after.type.kind === 'enum') addVocabulary(before.type, after.type, add)
  else if (before.type.kind === 'numeric') addUnits(before, after, library, add)
  if (before.question !== after.question) add('question', quotedText(before.question), quotedText(after.question))
  if (before.context !== after.context) add('context', quotedText(before.context), quotedText(after.context))
  if (!areListsSame(before.comment, after.comment))
    add('claim-note', quotedNote(before.comment), quotedNote(after.comment))
  return changes
}

type Add = (kind: ChangeKind, was?: string, now?: string, list?: string) => void

function typeInWords({ type }: Input): string {
  return type.kind === 'boolean' ? 'yes or no' : type.kind === 'numeric' ? 'a number' : 'a member of a vocabulary'
}

type Vocabulary = Extract<Input['type'], { kind: 'enum' }>

function addVocabulary(before: Vocabulary, after: Vocabulary, add: Add): void {
  const missing = (from: Vocabulary, to: Vocabulary) =>
    from.vocabulary.filter((member) => !to.vocabulary.includes(member))
  const [added, removed] = [missing(after, before), missing(before, after)]
  if (added.length > 0) add('member-added', '', '', membersInWords(added))
  if (removed.length > 0) add('member-removed', '', '', membersInWords(removed))
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
