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
      return named(teller.names.called(teller.names.letName(node.let)))
    case 'vocabulary':
      return named(`the possible values of ${teller.names.called(teller.names.input(node.input).name)}`)
    case 'convert':
      return describeSet(node.operand, teller, brackets)
    case 'set-operation':
      return brackets > MAX_BRACKETS ? named(`the list in ${teller.partFor(node)}`) : operation(node, teller, brackets)
    default:
      throw new Error(`a ${node.kind} is no set`)
  }
}

function named(text: string): SetPhrase {
  return { among: text, oneOf: `one of ${text}`, operand: text }
}

function written(members: readonly Checked[], teller: Teller, brackets: number): SetPhrase {
  const items = members.map((member) => operandInWords(member, teller, brackets))
  if (items.length === 0) return { among: 'the empty list', oneOf: 'in the empty list', operand: 'the empty list' }
  if (items.length === 1) {
    const only = `the one listed value ${items.join('')}`
    return { among: only, oneOf: only, operand: `(${only})` }
  }
  const all = series(items, 'and')
  return { among: all, oneOf: `one of ${series(items, 'or')}`, operand: `(${all})` }
}

function operation(node: Extract<Checked, { kind: 'set-operation' }>, teller: Teller, brackets: number): SetPhrase {
  const left = teller.set(node.left, brackets + 1).operand
  const right = teller.set(node.right, brackets + 1).operand
  const text =
    node.operation === 'Union'
      ? `${left} together with ${right}`
      : `those of ${left} that are ${node.operation === 'Intersect' ? 'also' : 'not'} in ${right}`
  return { among: text, oneOf: `one of ${text}`, operand: `(${text})` }
}
