/**
 * Sets of numbers and dates that may be codes (language 1.4). A comparison with a code is false, so what is said of such a
 * set is written out for each of its members.
 */
import { type fromInteger, ONE, ZERO } from '../../numeric/rational'
import type { ComparisonOperator, Expression, QuantifierName } from '../../syntax/syntax'
import type { Span } from '../../text/line-index'
import type { Checked } from '../checked-ruleset'
import type { Type } from '../checked-type'
import type { Checking } from '../checking'
import { numberGuard } from '../codes'
import { compareSides } from '../comparison'
import { SlotKeys } from '../tree/slot-key'
import { BARE, BOOLEAN } from '../types'
import { junction } from './entries'

type Quantified = Extract<Checked, { kind: 'quantified' }>
type IsMember = Extract<Checked, { kind: 'is-member' }>
type SetNode = Extract<Checked, { kind: 'set' }>

/** A larger set with codes has no value if one of its members is a code. */
const MAX_MEMBERS = 1_000

/** The set with its members as they are written; null if no member may be a code, or if they are not listed. */
export function codedSet(c: Checking, set: Checked): SetNode | null {
  const listed = listedMembers(c, set)
  if (listed === null || listed.every((member) => numberGuard(c, member) === null)) return null
  const keys = new SlotKeys(c.checkedLets.map((definition) => definition ?? { value: set }))
  const members = new Map(listed.map((member) => [keys.key(member, () => undefined), member]))
  const { type, start, end } = set
  return { kind: 'set', members: [...members.values()], type, start, end }
}

/** Null also for a set that is too large to be written out; unions of unions double. */
function listedMembers(c: Checking, set: Checked): readonly Checked[] | null {
  if (set.type.kind !== 'set' || (set.type.element.kind !== 'numeric' && set.type.element.kind !== 'date')) return null
  const open = [set]
  const members: Checked[] = []
  for (let visits = 0; open.length > 0; visits++) {
    const node = open.pop()!
    if (node.kind === 'set') members.unshift(...node.members.slice(0, MAX_MEMBERS + 1).map(asWritten))
    else if (node.kind === 'let') {
      const value = c.checkedLets[node.let]?.value
      if (value === undefined) return null
      open.push(value)
    } else if (node.kind === 'set-operation' && node.operation === 'Union') open.push(node.left, node.right)
    else return null
    if (members.length > MAX_MEMBERS || visits > MAX_MEMBERS) return null
  }
  return members
}

/** The form for people: the name of a set, or its members as they are written. */
export function asListed(set: Checked, members: SetNode): Checked {
  return set.kind === 'set' ? members : set
}

/** The member without the part that makes a code have no value. */
function asWritten(member: Checked): Checked {
  return member.kind === 'written' && member.form.kind === 'shown' ? member.form.shown : member
}

/** `IsMember(x, {a, b})`: a member that is a code equals no number. Null, and reported, if one cannot be compared. */
export function equalsMember(c: Checking, shown: IsMember, { members }: SetNode, node: Expression): Checked | null {
  if (node.kind !== 'call') return null
  const { start, end } = node
  const [left, right] = node.operands as [Expression, Expression]
  const comparison = { kind: 'comparison', operator: '==', left, right, start, end } as const
  const equal = members.map((member) => compareSides(c, comparison, [shown.value, member]))
  const operands = equal.filter((condition) => condition !== null)
  return operands.length < equal.length ? null : writtenOut(shown, junction('Or', operands, node))
}

/** A quantifier over such a set. Null if the body does not fit a member, which is reported for the variable. */
export function overCodedSet(
  c: Checking,
  node: Extract<Expression, { kind: 'quantifier' }>,
  shown: Quantified,
  set: SetNode,
): Checked | null {
  const hidden = c.variables.get(node.variable.name)
  const uses = c.uses.length
  const { result: bodies } = c.report.withheld(() =>
    set.members.map((standsFor) => {
      c.variables.set(node.variable.name, { number: -1, type: standsFor.type, at: node.variable, standsFor })
      return c.checkAs(BOOLEAN, node.body)
    }),
  )
  if (hidden === undefined) c.variables.delete(node.variable.name)
  else c.variables.set(node.variable.name, hidden)
  c.uses.length = uses
  const conditions = bodies.filter((body) => body !== null)
  if (conditions.length < bodies.length) return null
  return writtenOut(shown, quantify(node.quantifier, conditions, shown.count, node))
}

function quantify(name: QuantifierName, conditions: readonly Checked[], count: Checked | null, at: Span): Checked {
  if (name === 'ForAll') return junction('And', conditions, at)
  if (name === 'Exists') return junction('Or', conditions, at)
  // Equal conditions of different members count separately, so they do not form a set.
  const number = conditions.map((condition) => oneIf(condition, at)).reduce((left, right) => sum(left, right, at))
  if (name === 'CountWhere') return number
  const operator: ComparisonOperator = name === 'AtLeast' ? '>=' : name === 'AtMost' ? '<=' : '=='
  const right = count ?? numberNode(ONE, at)
  return {
    kind: 'compare',
    domain: 'numeric',
    operator,
    left: number,
    right,
    order: null,
    type: BOOLEAN,
    ...spanOf(at),
  }
}

function oneIf(condition: Checked, at: Span): Checked {
  const [then, otherwise] = [numberNode(ONE, at), numberNode(ZERO, at)]
  return { kind: 'choice', condition, then, otherwise, partial: false, type: BARE, ...spanOf(at) }
}

function sum(left: Checked, right: Checked, at: Span): Checked {
  return { kind: 'arithmetic', operator: '+', left, right, type: BARE, ...spanOf(at) }
}

function numberNode(value: ReturnType<typeof fromInteger>, at: Span): Checked {
  return { kind: 'number', value, type: BARE, ...spanOf(at) }
}

function spanOf({ start, end }: Span): Span {
  return { start, end }
}

function writtenOut(shown: Checked, core: Checked): Checked {
  const { start, end } = shown
  const type: Type = shown.type
  return { kind: 'written', form: { kind: 'shown', shown }, core, type, start, end }
}
