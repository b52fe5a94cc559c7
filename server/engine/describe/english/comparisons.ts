/**
 * Comparisons in words: one table for numbers, one for ordered members.
 *
 * Promises: strict and non-strict never sound alike.
 */
import type { Checked } from '../../../language/checked-ruleset'
import type { ComparisonOperator } from '../../../language/syntax'
import { clauseOf, type Phrase, simple } from './phrase'
import { isNamedAnswer } from './simplicity'
import type { Teller } from './teller'
import { operandInWords, sideInWords } from './terms'

type Compare = Extract<Checked, { kind: 'compare' }>

export const NUMERIC: Record<ComparisonOperator, string> = {
  '==': 'is equal to',
  '!=': 'is not equal to',
  '<': 'is less than',
  '<=': 'is at most',
  '>': 'is more than',
  '>=': 'is at least',
}

/** For members that have an order. Equality of members is worded below. */
const ORDERED: Record<ComparisonOperator, string> = {
  '==': 'is the same as',
  '!=': 'is not the same as',
  '<': 'is below',
  '<=': 'is at most',
  '>': 'is above',
  '>=': 'is at least',
}

export function describeComparison(node: Compare, teller: Teller, lists: number): Phrase {
  if (node.domain === 'boolean') return comparedAnswers(node, teller, lists)
  const left = sideInWords(node.left, teller)
  const right = sideInWords(node.right, teller)
  if (node.domain === 'numeric') return simple(`${left} ${NUMERIC[node.operator]} ${right}`)
  if (node.right.kind === 'string' && node.operator === '==') return simple(`${left} is ${right}`)
  if (node.right.kind === 'string' && node.operator === '!=') return simple(`${left} is not ${right}`)
  return simple(`${left} ${ORDERED[node.operator]} ${right}`)
}

function comparedAnswers(node: Compare, teller: Teller, lists: number): Phrase {
  const same = node.operator === '=='
  if (isNamedAnswer(node.left) && node.right.kind === 'boolean') {
    const answer = operandInWords(node.right, teller, 0)
    return simple(`the answer to ${operandInWords(node.left, teller, 0)} is ${same ? '' : 'not '}${answer}`)
  }
  if (isNamedAnswer(node.left) && isNamedAnswer(node.right)) {
    const how = same ? 'has the same answer as' : 'has a different answer from'
    return simple(`${operandInWords(node.left, teller, 0)} ${how} ${operandInWords(node.right, teller, 0)}`)
  }
  return {
    form: 'list',
    lead: same
      ? 'the following two agree, so that both hold or neither does:'
      : 'the following two differ, so that one holds and the other does not:',
    items: [node.left, node.right].map((side) => clauseOf(teller.statement(side, lists + 1))),
  }
}
