/** Strict and non-strict comparisons always differ, and a comparison by a vocabulary's order states that order. */
import type { Checked } from '../../../language/semantics/checked-ruleset'
import type { ComparisonOperator } from '../../../language/syntax/syntax'
import { joinSeries, quoteVisible } from './clause'
import {
  clauseOf,
  isNamedAnswer,
  operandInWords,
  type Phrase,
  type PhraseWriter,
  sideInWords,
  simplePhrase,
} from './phrase'
import { wholeNumberGuard } from './quantities'

type Compare = Extract<Checked, { kind: 'compare' }>

const NUMERIC: Record<ComparisonOperator, string> = {
  '==': 'is equal to',
  '!=': 'is not equal to',
  '<': 'is less than',
  '<=': 'is at most',
  '>': 'is more than',
  '>=': 'is at least',
}

/** For dates. */
const DATED: Record<ComparisonOperator, string> = {
  '==': 'is the same day as',
  '!=': 'is not the same day as',
  '<': 'is before',
  '<=': 'is on or before',
  '>': 'is after',
  '>=': 'is on or after',
}

/** For timestamps. */
const TIMED: Record<ComparisonOperator, string> = {
  '==': 'is the same instant as',
  '!=': 'is not the same instant as',
  '<': 'is before',
  '<=': 'is at or before',
  '>': 'is after',
  '>=': 'is at or after',
}

/** For ordered members. */
const ORDERED: Record<ComparisonOperator, string> = {
  '==': 'is the same as',
  '!=': 'is not the same as',
  '<': 'is below',
  '<=': 'is at most',
  '>': 'is above',
  '>=': 'is at least',
}

/** For units that do not convert. */
const UNBRIDGED: Readonly<Record<string, string>> = {
  ...NUMERIC,
  '+': 'plus',
  '-': 'minus',
  '%': 'less whole multiples of',
}

export const NOT_CONVERTED = '(units that do not convert)'

/** The operator after the sides are exchanged. */
const TURNED: Record<ComparisonOperator, ComparisonOperator> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
}

export function describeComparison(node: Compare, writer: PhraseWriter, lists: number): Phrase {
  if (node.domain === 'boolean') return comparedAnswers(node, writer, lists)
  const whole = wholeNumberGuard(node)
  if (whole !== null)
    return simplePhrase(`${sideInWords(whole, writer)} is ${node.operator === '==' ? '' : 'not '}a whole number`)
  const left = sideInWords(node.left, writer)
  const right = sideInWords(node.right, writer)
  if (node.left.type.kind === 'date') return simplePhrase(`${left} ${DATED[node.operator]} ${right}`)
  if (node.left.type.kind === 'timestamp') return simplePhrase(`${left} ${TIMED[node.operator]} ${right}`)
  if (node.domain === 'numeric') return simplePhrase(`${left} ${NUMERIC[node.operator]} ${right}`)
  if (node.right.kind === 'string' && node.operator === '==') return simplePhrase(`${left} is ${right}`)
  if (node.right.kind === 'string' && node.operator === '!=') return simplePhrase(`${left} is not ${right}`)
  return simplePhrase(inOrder(node, left, right))
}

/** Words for a comparison of ordered members; also states the members that fit, if they are known. */
function inOrder({ left: first, right: second, operator, order }: Compare, left: string, right: string): string {
  const text = `${left} ${ORDERED[operator]} ${right}`
  if (order === null || operator === '==' || operator === '!=') return text
  const ranked = `in the order ${order.map(quoteVisible).join(', ')}`
  if (second.kind === 'string' && order.includes(second.value))
    return `${left} ${fittingMembers(order, operator, second.value)} (${ORDERED[operator].slice('is '.length)} ${right} ${ranked})`
  if (first.kind === 'string' && order.includes(first.value))
    return `${right} ${fittingMembers(order, TURNED[operator], first.value)} (${text} ${ranked})`
  return `${text} (${ranked})`
}

/** "is "medium" or "high"". */
function fittingMembers(order: readonly string[], operator: ComparisonOperator, bound: string): string {
  const rank = order.indexOf(bound)
  const end = operator === '<' ? rank : rank + 1
  const start = operator === '>' ? rank + 1 : rank
  const members = operator === '<' || operator === '<=' ? order.slice(0, end) : order.slice(start)
  return members.length === 0 ? 'is none of its possible values' : `is ${joinSeries(members.map(quoteVisible), 'or')}`
}

function comparedAnswers(node: Compare, writer: PhraseWriter, lists: number): Phrase {
  const same = node.operator === '=='
  if (isNamedAnswer(node.left) && node.right.kind === 'boolean') {
    const answer = operandInWords(node.right, writer, 0)
    return simplePhrase(`the answer to ${operandInWords(node.left, writer, 0)} is ${same ? '' : 'not '}${answer}`)
  }
  if (isNamedAnswer(node.left) && isNamedAnswer(node.right)) {
    const how = same ? 'has the same answer as' : 'has a different answer from'
    return simplePhrase(`${operandInWords(node.left, writer, 0)} ${how} ${operandInWords(node.right, writer, 0)}`)
  }
  return {
    form: 'list',
    lead: same
      ? 'the following two agree, so that both hold or neither does:'
      : 'the following two differ, so that one holds and the other does not:',
    items: [node.left, node.right].map((side) => clauseOf(writer.statement(side, lists + 1))),
  }
}

/** For branches and members, writes only the side that does not fit. */
export function comparedSides(
  node: Extract<Checked, { kind: 'unbridged' }>,
  writer: PhraseWriter,
  brackets: number,
): string {
  const right = operandInWords(node.right, writer, brackets)
  const words = UNBRIDGED[node.operator]
  if (words === undefined) return `${right} ${NOT_CONVERTED}`
  return `${operandInWords(node.left, writer, brackets, /\bless whole\b/)} ${words} ${right} ${NOT_CONVERTED}`
}
