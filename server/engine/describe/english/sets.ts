/**
 * Sets in words.
 *
 * Promises: a written set lists its members as written; a set inside another stands in brackets unless it has a name.
 */
import type { Checked } from '../../../language/checked-ruleset'
import { MAX_BRACKETS } from './nesting'
import { series } from './series'
import type { Teller } from './teller'
import { operandInWords } from './terms'
import { NOT_CONVERTED } from './unbridged'

type Operation = Extract<Checked, { kind: 'set-operation' }>

export interface SetPhrase {
  /** After "among" or "everything in". */
  readonly among: string
  /** After "is" or "is not". */
  readonly oneOf: string
  /** Inside another set. */
  readonly operand: string
}

export function describeSet(node: Checked, teller: Teller, brackets: number): SetPhrase {
  switch (node.kind) {
    case 'set':
      return written(node.members, teller, brackets)
    case 'let':
      return list(teller.names.called(teller.names.letName(node.let)))
    case 'vocabulary':
      return named(`the possible values of ${teller.names.called(teller.names.input(node.input).name)}`)
    case 'convert':
      return describeSet(node.operand, teller, brackets)
    case 'unbridged':
      return named(`${describeSet(node.right, teller, brackets).operand} ${NOT_CONVERTED}`)
    case 'set-operation':
      return brackets > MAX_BRACKETS ? named(`the list in ${teller.partFor(node)}`) : operation(node, teller, brackets)
    default:
      throw new Error(`a ${node.kind} is no set`)
  }
}

function list(name: string): SetPhrase {
  return { among: name, oneOf: `listed in ${name}`, operand: name }
}

function named(text: string): SetPhrase {
  return { among: text, oneOf: `one of ${text}`, operand: text }
}

function written(members: readonly Checked[], teller: Teller, brackets: number): SetPhrase {
  const items = membersInWords(members, teller, brackets)
  if (items.length === 0) return { among: 'the empty list', oneOf: 'in the empty list', operand: 'the empty list' }
  if (items.length === 1) {
    const only = `the one listed value ${items.join('')}`
    return { among: only, oneOf: only, operand: `(${only})` }
  }
  const all = series(items, 'and')
  return { among: all, oneOf: `one of ${series(items, 'or')}`, operand: `(${all})` }
}

function operation(node: Operation, teller: Teller, brackets: number): SetPhrase {
  const left = teller.set(node.left, brackets + 1).operand
  const text = operationInWords(node, left, teller, brackets)
  return { among: text, oneOf: `one of ${text}`, operand: `(${text})` }
}

function operationInWords({ operation, right }: Operation, left: string, teller: Teller, brackets: number): string {
  if (operation === 'Difference' && right.kind === 'set' && right.members.length > 0)
    return `${left} except ${series(membersInWords(right.members, teller, brackets), 'and')}`
  const other = teller.set(right, brackets + 1).operand
  switch (operation) {
    case 'Union':
      return `${left} together with ${other}`
    case 'Intersect':
      return `those of ${left} that are also in ${other}`
    case 'Difference':
      return `${left} except those in ${other}`
  }
}

function membersInWords(members: readonly Checked[], teller: Teller, brackets: number): readonly string[] {
  return members.map((member) => operandInWords(member, teller, brackets))
}
