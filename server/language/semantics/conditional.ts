/** If, IF, first and CASE. All branches have one type and unit; a CASE without DEFAULT names every member. */

import type { Expression, TextLiteral } from '../syntax/syntax'
import type { Checked } from './checked-ruleset'
import type { Checking } from './checking'
import { needCondition } from './conditions'
import { checkCount } from './connective'
import { joinTypes } from './join'
import { reportNotAMember, reportSpelling } from './members'
import { askLiteral } from './texts/text-claims'
import { BOOLEAN, describeType } from './types'

type Call = Extract<Expression, { kind: 'call' }>
type If = Extract<Expression, { kind: 'if' }>
type Case = Extract<Expression, { kind: 'case' }>
type First = Extract<Expression, { kind: 'first' }>

export function checkIfCall(c: Checking, node: Call): Checked | null {
  const [condition, then, otherwise] = node.operands
  if (!checkCount(c, node) || condition === undefined || then === undefined || otherwise === undefined) {
    for (const operand of node.operands) c.check(operand)
    return null
  }
  const checked = needCondition(c, c.checkAs(BOOLEAN, condition), 'If')
  return checkChoice(c, node, checked, then, otherwise)
}

export function checkIf(c: Checking, node: If): Checked | null {
  const condition = needCondition(c, c.checkAs(BOOLEAN, node.condition), 'IF')
  if (node.otherwise !== null) return checkChoice(c, node, condition, node.then, node.otherwise)
  const then = c.check(node.then)
  if (then !== null && then.type.kind !== 'boolean') {
    c.report.add('if-without-else', node.then, [describeType(then.type)])
    return null
  }
  if (condition === null || then === null) return null
  const { start, end } = node
  const otherwise: Checked = { kind: 'boolean', value: true, type: BOOLEAN, start: end, end }
  return { kind: 'choice', condition, then, otherwise, partial: true, type: BOOLEAN, start, end }
}

function checkChoice(
  c: Checking,
  node: Expression,
  condition: Checked | null,
  a: Expression,
  b: Expression,
): Checked | null {
  const joined = joinTypes(c, [checkBranch(c, a), checkBranch(c, b)], 'mixed-branches')
  const [then, otherwise] = joined?.values ?? []
  if (joined === null || condition === null || then === undefined || otherwise === undefined) return null
  return {
    kind: 'choice',
    condition,
    then,
    otherwise,
    partial: false,
    type: joined.type,
    start: node.start,
    end: node.end,
  }
}

export function checkBranch(c: Checking, node: Expression): Checked | null {
  const checked = c.check(node)
  if (checked?.type.kind !== 'set') return checked
  c.report.add('set-branch', node, [])
  return null
}

/** A chain of choices. Without `else` there is no value if no condition holds. */
export function checkFirst(c: Checking, node: First): Checked | null {
  const conditions: (Checked | null)[] = []
  const values: (Checked | null)[] = []
  for (const arm of node.arms) {
    conditions.push(needCondition(c, c.checkAs(BOOLEAN, arm.condition), 'first'))
    values.push(checkBranch(c, arm.value))
  }
  if (node.fallback !== null) values.push(checkBranch(c, node.fallback))
  const joined = joinTypes(c, values, 'mixed-branches')
  const known = conditions.filter((condition) => condition !== null)
  if (joined === null || known.length < conditions.length) return null
  const { type } = joined
  const { start, end } = node
  const last: Checked = joined.values[known.length] ?? { kind: 'nothing', because: 'no-condition', type, start, end }
  return known.reduceRight<Checked>((otherwise, condition, i) => {
    const then = joined.values[i]!
    return { kind: 'choice', condition, then, otherwise, partial: false, type, start: condition.start, end }
  }, last)
}

export function checkCase(c: Checking, node: Case): Checked | null {
  const subject = c.check(node.subject)
  const labelled = subject === null ? false : checkLabels(c, node, subject)
  const branches = node.arms.map((arm) => checkBranch(c, arm.value))
  if (node.fallback !== null) branches.push(checkBranch(c, node.fallback))
  const joined = joinTypes(c, branches, 'mixed-branches')
  if (joined === null || subject === null || !labelled) return null
  const arms = node.arms.map((arm, i) => ({ label: arm.label.value, value: joined.values[i]! }))
  const fallback = node.fallback === null ? null : (joined.values[arms.length] ?? null)
  return { kind: 'case', subject, arms, fallback, type: joined.type, start: node.start, end: node.end }
}

function checkLabels(c: Checking, node: Case, subject: Checked): boolean {
  const { type } = subject
  if (type.kind !== 'enum' && type.kind !== 'text') {
    c.report.add('case-subject', node.subject, [describeType(type)])
    return false
  }
  const vocabulary = type.kind === 'enum' ? type.vocabulary : type.members
  const seen = new Set<string>()
  let sound = true
  if (type.kind === 'enum' && type.text !== undefined) {
    for (const { label } of node.arms) {
      const known = askLiteral(c, type, label.value)
      const written: Checked = { kind: 'string', type, ...label }
      if (known !== label.value) reportSpelling(c, written, label.value, known)
      if (known !== label.value || !checkLabel(c, label, [label.value], seen)) sound = false
    }
    if (node.fallback !== null) return sound
    c.report.add('text-case', node, [])
    return false
  }
  for (const { label } of node.arms) if (!checkLabel(c, label, vocabulary, seen)) sound = false
  if (node.fallback === null) {
    const missing = vocabulary.filter((member) => !seen.has(member))
    if (missing.length > 0 && sound) {
      c.report.add('uncovered-case', node, [missing])
      return false
    }
  }
  return sound
}

function checkLabel(c: Checking, label: TextLiteral, vocabulary: readonly string[], seen: Set<string>): boolean {
  if (!c.has(vocabulary, label.value)) {
    reportNotAMember(c, label, label.value, vocabulary)
    return false
  }
  if (seen.has(label.value)) {
    c.report.add('repeated-case', label, [label.value])
    return false
  }
  seen.add(label.value)
  return true
}
