/** Sets and their operations. All members have one type and unit; if two sets meet, the right one is converted. */

import type { Expression, SetOperation } from '../../syntax/syntax'
import type { Checked } from '../checked-ruleset'
import type { Type } from '../checked-type'
import type { Checking } from '../checking'
import { checkCodeMember, guarded, numberOrNothing } from '../codes'
import { checkSides, reportMismatch } from '../comparison'
import { needSet } from '../conditions'
import { checkCount } from '../connective'
import { joinTypes } from '../join'
import { domainOf, type Meeting, meetTypes } from '../measures/meeting'
import { convertNode, noteUnbridged } from '../measures/unit-meeting'
import { BOOLEAN, describeType } from '../types'
import { asListed, codedSet, equalsMember } from './coded-sets'
import { checkListMember, checkListSubset } from './list-functions'

type Call = Extract<Expression, { kind: 'call' }>
type SetLiteral = Extract<Expression, { kind: 'set' }>

/** Null, and reported, if members have no common type or one is a set. */
export function checkSet(c: Checking, node: SetLiteral): Checked | null {
  const members = node.members.map((member) => {
    const checked = c.check(member)
    if (checked?.type.kind !== 'set') return checked
    c.report.add('nested-set', member, [])
    return null
  })
  const joined = joinTypes(c, members, 'mixed-members')
  if (joined === null) return null
  const type: Type = { kind: 'set', element: joined.type }
  const numbers = joined.values.map((value) => numberOrNothing(c, value))
  return { kind: 'set', members: numbers, type, start: node.start, end: node.end }
}

/** `Members(claim)` does not read the claim's value. */
export function checkMembers(c: Checking, node: Call): Checked | null {
  const [operand] = node.operands
  if (!checkCount(c, node) || operand === undefined) return null
  const { result } = c.touching(() => c.check(operand))
  if (result === null) return null
  if (result.kind !== 'input' || result.type.kind !== 'enum' || result.type.text !== undefined) {
    c.report.add('members-operand', operand, [describeType(result.type)])
    return null
  }
  const { start, end } = node
  const type: Type = { kind: 'set', element: result.type }
  return { kind: 'vocabulary', input: result.input, members: result.type.vocabulary, type, start, end }
}

export function checkIsMember(c: Checking, node: Call): Checked | null {
  const entries = c.groups.size === 0 ? undefined : checkListMember(c, node)
  if (entries !== undefined) return entries
  const sides = checkPair(c, node)
  if (sides === null) return null
  const [value, candidate] = sides
  const set = needSet(c, candidate, 'IsMember')
  if (set?.type.kind !== 'set') return null
  const coded = checkCodeMember(c, value, set, node)
  if (coded !== undefined) return coded
  const met = meetElements(c, value, set, value.type, set.type.element, node)
  if (met === null) return null
  const { start, end } = node
  const domain = domainOf(met.type)
  const shown = { kind: 'is-member', domain, value, set: met.right, type: BOOLEAN, start, end } as const
  const members = codedSet(c, set)
  if (members !== null) return equalsMember(c, { ...shown, set: asListed(set, members) }, members, node)
  return domain === 'numeric' ? guarded(c, shown, [value]) : shown
}

/** `IsSubset(a, b)`, `Union(a, b)`, `Intersect(a, b)` and `Difference(a, b)`. */
export function checkSetPair(c: Checking, node: Call, callee: 'IsSubset' | SetOperation): Checked | null {
  const entries = callee === 'IsSubset' && c.groups.size > 0 ? checkListSubset(c, node) : undefined
  if (entries !== undefined) return entries
  const sides = checkPair(c, node)
  if (sides === null) return null
  const left = needSet(c, sides[0], callee)
  const right = needSet(c, sides[1], callee)
  if (left?.type.kind !== 'set' || right?.type.kind !== 'set') return null
  const met = meetElements(c, left, right, left.type.element, right.type.element, node)
  if (met === null) return null
  const domain = domainOf(met.type)
  const { start, end } = node
  if (callee === 'IsSubset') {
    const members = codedSet(c, left)
    const both = { left: members === null ? left : asListed(left, members), right: met.right }
    const subset: Checked = { kind: 'is-subset', domain, ...both, type: BOOLEAN, start, end }
    return members === null ? subset : guarded(c, subset, members.members)
  }
  const type: Type = { kind: 'set', element: callee === 'Union' ? met.type : left.type.element }
  return { kind: 'set-operation', operation: callee, domain, left, right: met.right, type, start, end }
}

function checkPair(c: Checking, node: Call): [Checked, Checked] | null {
  const [left, right] = node.operands
  if (checkCount(c, node) && left !== undefined && right !== undefined) return checkSides(c, left, right)
  for (const operand of node.operands) c.check(operand)
  return null
}

/** Converts the elements of `right`; null, and reported, if they cannot meet. */
function meetElements(
  c: Checking,
  left: Checked,
  right: Checked,
  leftElement: Type,
  rightElement: Type,
  node: Call,
): { readonly right: Checked; readonly type: Type } | null {
  const meeting: Meeting = meetTypes(c, leftElement, rightElement)
  if (!meeting.met) {
    const mismatch = meeting.problem === 'sets' ? ({ met: false, problem: 'types' } as const) : meeting
    reportMismatch(c, left, right, mismatch, node)
    return null
  }
  const { type, conversion, unbridged } = meeting
  if (conversion !== null) return { right: convertNode(right, conversion, { kind: 'set', element: type }), type }
  if (unbridged === null) return { right, type }
  const from = leftElement.kind === 'numeric' ? leftElement.unit : null
  const to = rightElement.kind === 'numeric' ? rightElement.unit : null
  if (from === null || to === null || !noteUnbridged(c, left, right, { from, to, cause: unbridged }, node)) return null
  const { start, end } = right
  return { right: { kind: 'unbridged', left, right, operator: '', type: right.type, start, end }, type }
}
