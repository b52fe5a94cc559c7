/**
 * Exceptions of a condition or value (language 1.4): a chain of choices, the latest first. Those of one group, which
 * ends before `then`, have no order; where two of them meet, there is no value, unless both state the same
 * number, text, answer or claim.
 */
import { isEqual } from '../numeric/rational'
import type { Exception, Expression } from '../syntax/syntax'
import type { Checked, CheckedException } from './checked-ruleset'
import type { Checking } from './checking'
import { checkBranch } from './conditional'
import { needCondition } from './conditions'
import { junction } from './functions/entries'
import { joinTypes } from './join'
import { BOOLEAN } from './types'

/** Checks a body or value with its exceptions. Null, and reported, if something is wrong. */
export function checkExcepted(c: Checking, node: Expression, exceptions: readonly Exception[]): Checked | null {
  if (exceptions.length === 0) return c.check(node)
  const values = [checkBranch(c, node)]
  const conditions: Checked[] = []
  for (const exception of exceptions) {
    const condition = needCondition(c, c.checkAs(BOOLEAN, exception.condition), 'except when')
    if (condition !== null) conditions.push(condition)
    values.push(checkBranch(c, exception.value))
  }
  const joined = joinTypes(c, values, 'mixed-branches')
  if (joined === null || conditions.length < exceptions.length) return null
  const { type } = joined
  const base = joined.values[0]!
  const checked = exceptions.map(({ isLater }, i): CheckedException => {
    return { condition: conditions[i]!, value: joined.values[i + 1]!, isLater }
  })
  const { start } = node
  const end = exceptions.at(-1)?.end ?? node.end
  const core = exceptionGroups(checked).reduce((below, group) => coreOf(group, below), base)
  return { kind: 'written', form: { kind: 'exceptions', base, exceptions: checked }, core, type, start, end }
}

/** Each group wins over those before it. */
export function exceptionGroups(exceptions: readonly CheckedException[]): readonly (readonly CheckedException[])[] {
  const groups: CheckedException[][] = []
  for (const exception of exceptions) {
    if (exception.isLater || groups.length === 0) groups.push([])
    groups.at(-1)?.push(exception)
  }
  return groups
}

/** Whether it makes no difference which of the two applies. */
export function haveSameValue({ value: one }: CheckedException, { value: other }: CheckedException): boolean {
  switch (one.kind) {
    case 'boolean':
      return other.kind === 'boolean' && one.value === other.value
    case 'string':
      return other.kind === 'string' && one.value === other.value
    case 'number': {
      const isUnit = one.type.kind === other.type.kind && unitText(one) === unitText(other)
      return other.kind === 'number' && isUnit && isEqual(one.value, other.value)
    }
    case 'input':
      return other.kind === 'input' && one.input === other.input
    case 'let':
      return other.kind === 'let' && one.let === other.let
    default:
      return false
  }
}

function unitText({ type }: Checked): string {
  return type.kind === 'numeric' ? (type.unit?.text ?? '') : ''
}

function coreOf(group: readonly CheckedException[], below: Checked): Checked {
  return group.reduceRight<Checked>((otherwise, exception, i) => {
    const { condition, value } = exception
    const others = group.slice(i + 1).filter((other) => !haveSameValue(exception, other))
    return chosen(condition, withoutMeeting(value, others), otherwise)
  }, below)
}

function withoutMeeting(value: Checked, others: readonly CheckedException[]): Checked {
  if (others.length === 0) return value
  const { type, start, end } = value
  const conditions = others.map(({ condition }) => condition)
  return chosen(junction('Or', conditions, value), { kind: 'nothing', because: 'exceptions', type, start, end }, value)
}

function chosen(condition: Checked, then: Checked, otherwise: Checked): Checked {
  const { type, start, end } = then
  return { kind: 'choice', condition, then, otherwise, partial: false, type, start, end }
}
