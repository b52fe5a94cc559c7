/** Comparison by value says "is equal to" or "has the same answer as"; matching by claim says "listed". */
import type { Checked } from '../../../language/semantics/checked-ruleset'
import { joinSeries } from './clause'
import { NOT_CONVERTED } from './comparisons'
import type { ListKind } from './entries'
import { MAX_BRACKETS, operandInWords, type PhraseWriter, type SetPhrase } from './phrase'

type Operation = Extract<Checked, { kind: 'set-operation' }>

export function describeSet(node: Checked, writer: PhraseWriter, brackets: number): SetPhrase {
  switch (node.kind) {
    case 'set':
      return writtenPhrase(node.members, writer, brackets)
    case 'let':
      return listPhrase(writer.names.called(writer.names.letName(node.let)))
    case 'vocabulary':
      return namedPhrase(`the possible values of ${writer.names.called(writer.names.input(node.input).name)}`)
    case 'convert':
      return describeSet(node.operand, writer, brackets)
    case 'unbridged':
      return namedPhrase(`${describeSet(node.right, writer, brackets).operand} ${NOT_CONVERTED}`)
    case 'set-operation':
      return brackets > MAX_BRACKETS
        ? namedPhrase(`the list in ${writer.partFor(node)}`)
        : operationPhrase(node, writer, brackets)
    default:
      throw new Error(`a ${node.kind} is not a set`)
  }
}

/** "is one of "a" or "b"", "has the same answer as one of ‘b’ and ‘c’". */
export function isIn(set: Checked, writer: PhraseWriter): string {
  const { oneOf, several } = writer.set(set, 0)
  if (listsValues(set, writer)) return `is ${oneOf}`
  return `${equalTo(set)} ${hasOneMember(set) ? several : `one of ${several}`}`
}

export function isNotIn(set: Checked, writer: PhraseWriter): string {
  const { oneOf, several } = writer.set(set, 0)
  if (listsValues(set, writer)) return `is not ${oneOf}`
  const other = isNumeric(set) ? 'is not equal to' : 'does not have the same answer as'
  return `${other} ${hasOneMember(set) ? several : `any of ${several}`}`
}

function listsValues(set: Checked, writer: PhraseWriter): boolean {
  const kind = writer.entries.listKind(set)
  return kind === 'written' || kind === 'none'
}

function equalTo(set: Checked): string {
  return isNumeric(set) ? 'is equal to' : 'has the same answer as'
}

function isNumeric({ type }: Checked): boolean {
  return type.kind === 'set' && type.element.kind === 'numeric'
}

function hasOneMember(set: Checked): boolean {
  return set.kind === 'set' && set.members.length === 1
}

function listPhrase(name: string): SetPhrase {
  return { among: name, oneOf: `listed in ${name}`, several: `those listed in ${name}`, operand: name }
}

function namedPhrase(text: string): SetPhrase {
  return { among: text, oneOf: `one of ${text}`, several: text, operand: text }
}

function writtenPhrase(members: readonly Checked[], writer: PhraseWriter, brackets: number): SetPhrase {
  const items = membersInWords(members, writer, brackets)
  if (items.length === 0) {
    const none = 'the empty list'
    return { among: none, oneOf: `in ${none}`, several: none, operand: none }
  }
  if (items.length === 1) {
    const only = `the one listed value ${items.join('')}`
    return { among: only, oneOf: only, several: only, operand: `(${only})` }
  }
  const all = joinSeries(items, 'and')
  return { among: all, oneOf: `one of ${joinSeries(items, 'or')}`, several: all, operand: `(${all})` }
}

function operationPhrase(node: Operation, writer: PhraseWriter, brackets: number): SetPhrase {
  const text = operationInWords(node, setOperand(node.left, writer, brackets), writer, brackets)
  return { among: text, oneOf: `one of ${text}`, several: text, operand: `(${text})` }
}

function operationInWords(node: Operation, left: string, writer: PhraseWriter, brackets: number): string {
  const { operation, right } = node
  const other = () => setOperand(right, writer, brackets)
  if (operation === 'Union') return `${left} together with ${other()}`
  const isIntersection = operation === 'Intersect'
  switch (matchingOf(writer.entries.listKind(node.left), writer.entries.listKind(right))) {
    case 'alike':
      if (isIntersection) return `those of ${left} that are also listed in ${writer.set(right, brackets + 1).operand}`
      if (right.kind === 'set' && right.members.length > 0)
        return `${left} except ${joinSeries(membersInWords(right.members, writer, brackets), 'and')}`
      return `${left} except those listed in ${other()}`
    case 'by value':
      if (hasOneMember(right)) return `those of ${left} that are ${isIntersection ? '' : 'not '}equal to ${other()}`
      return `those of ${left} that are ${isIntersection ? '' : 'not '}equal to ${isIntersection ? 'one' : 'any'} of ${other()}`
    case 'mixed':
      if (hasOneMember(right)) return `those of ${left} that ${isIntersection ? 'match' : 'do not match'} ${other()}`
      return `those of ${left} that match ${isIntersection ? 'an' : 'no'} entry of ${other()}`
  }
}

/** A list of one entry is written as that entry. */
function setOperand(set: Checked, writer: PhraseWriter, brackets: number): string {
  const [only, ...more] = set.kind === 'set' ? set.members : []
  return only === undefined || more.length > 0
    ? writer.set(set, brackets + 1).operand
    : operandInWords(only, writer, brackets)
}

/** alike: the same constant or claim. by value: constants with others. mixed: both, explained by a remark. */
export function matchingOf(left: ListKind, right: ListKind): 'alike' | 'by value' | 'mixed' {
  if (left === 'none' || right === 'none' || (left === right && left !== 'either')) return 'alike'
  return left === 'written' || right === 'written' ? 'by value' : 'mixed'
}

function membersInWords(members: readonly Checked[], writer: PhraseWriter, brackets: number): readonly string[] {
  return members.map((member) => operandInWords(member, writer, brackets))
}

/** "each of x and y". */
export function eachOf(set: Checked, writer: PhraseWriter): string {
  const { several, operand } = writer.set(set, 0)
  if (hasOneMember(set)) return several
  return `each of ${set.kind === 'set-operation' ? operand : several}`
}
