/**
 * Inputs and written members as nodes.
 *
 * Promises: an input that is not known is open, and it always has a value. Trusts the binder that a known value is of
 * the input's type (value.ts).
 */
import { Rational } from '../../language/numeric/rational'
import { FALSE, TRUE } from '../value'
import { EITHER } from './kleene'
import { type BooleanNode, LEAF, type MemberNode, type NumericNode, type ValueNode } from './node'
import { SOME } from './quantity'

export function inputNode(input: number, domain: ValueNode['domain']): ValueNode {
  switch (domain) {
    case 'boolean':
      return {
        domain,
        kind: 'input',
        input,
        evaluate: (run) => {
          const value = run.known[input]
          return value === null ? EITHER : value === true ? TRUE : FALSE
        },
        ...LEAF,
      } satisfies BooleanNode
    case 'numeric':
      return {
        domain,
        kind: 'input',
        input,
        evaluate: (run) => {
          const value = run.known[input]
          return value instanceof Rational ? value : SOME
        },
        ...LEAF,
      } satisfies NumericNode
    case 'member':
      return {
        domain,
        kind: 'input',
        input,
        evaluate: (run) => {
          const value = run.known[input]
          return typeof value === 'string' ? value : SOME
        },
        ...LEAF,
      } satisfies MemberNode
  }
}

export function memberNode(value: string): MemberNode {
  return { domain: 'member', kind: 'constant', value, evaluate: () => value, ...LEAF }
}
