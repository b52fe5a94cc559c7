/** What rules ask about a text: `IsGiven`, `Length` and `Matches` (language 1.4). Equality is in measures/meeting.ts. */
import { replaceFix } from '../../messages/report'
import { type AskedShape, GIVEN } from '../../patterns/shapes'
import type { Expression } from '../../syntax/syntax'
import type { Span } from '../../text/line-index'
import type { Checked } from '../checked-ruleset'
import type { Type } from '../checked-type'
import { type Checking, readInput } from '../checking'
import { checkCount } from '../connective'
import { BARE, BOOLEAN, describeType } from '../types'
import { askedText, lengthInput } from './text-claims'

type Call = Extract<Expression, { kind: 'call' }>

/** Null if the value is not a text. */
export function askIfGiven(c: Checking, value: Checked, at: Span): Checked | null {
  return askedText(c, value.type) === null ? null : askShape(c, value, GIVEN, at)
}

/** Whether a text has a shape. The members are filled in when all rules are read. */
function askShape(c: Checking, operand: Checked, shape: AskedShape, { start, end }: Span): Checked {
  const questions = askedText(c, operand.type)
  if (questions === null) throw new Error('only a text has a shape')
  const known = questions.shapes.get(shape.name) ?? { shape, members: [] }
  questions.shapes.set(shape.name, known)
  const element: Type = operand.type
  const set: Checked = { kind: 'set', members: known.members, type: { kind: 'set', element }, start, end }
  const core: Checked = { kind: 'is-member', domain: 'member', value: operand, set, type: BOOLEAN, start, end }
  const ask = shape.name === null ? 'given' : 'matches'
  return {
    kind: 'written',
    form: { kind: 'text', ask, operand, shape: shape.name, number: null },
    core,
    type: BOOLEAN,
    start,
    end,
  }
}

/** `Matches(loan_id, uli)`. */
export function checkMatches(c: Checking, node: Call): Checked | null {
  const [operand, named] = node.operands
  if (!checkCount(c, node) || operand === undefined || named === undefined) {
    for (const each of node.operands) c.check(each)
    return null
  }
  const value = neededText(c, operand, 'Matches')
  const shape = namedShape(c, named)
  return value === null || shape === null ? null : askShape(c, value, shape, node)
}

/** Null if there is no such shape above, which is reported here, or if its declaration is wrong, which was reported. */
function namedShape(c: Checking, node: Expression): AskedShape | null {
  const shape = node.kind === 'name' ? c.shapes.get(node.name) : undefined
  if (node.kind === 'name' && shape !== undefined) {
    c.use(node, 'shape', false, shape.at.start)
    if (node.start >= shape.usableFrom) return shape.shape
    c.report.add('used-before', node, [node.name])
    return null
  }
  const meant = node.kind === 'name' ? c.speller.nearest(node.name, [...c.shapes.keys()]) : null
  const fixes = meant === null ? [] : [replaceFix(`Write ${meant}`, node, meant)]
  const pattern = node.kind === 'string' ? node.value : null
  if (node.kind !== 'broken') c.report.add('unknown-shape', node, [pattern, meant], fixes)
  return null
}

/** `Length(street)`, in code points. */
export function checkLength(c: Checking, node: Call): Checked | null {
  const [operand] = node.operands
  if (!checkCount(c, node) || operand === undefined) return null
  const value = neededText(c, operand, 'Length')
  const questions = value === null ? null : askedText(c, value.type)
  if (value === null || questions === null) return null
  const { start, end } = node
  const number = readInput(c, lengthInput(c, questions), node)
  const arms: { label: string; value: Checked }[] = []
  questions.lengths.push({ number, arms })
  const core: Checked = { kind: 'case', subject: value, arms, fallback: null, type: BARE, start, end }
  const form = { kind: 'text', ask: 'length', operand: value, shape: null, number } as const
  return { kind: 'written', form, core, type: BARE, start, end }
}

function neededText(c: Checking, operand: Expression, callee: 'Length' | 'Matches'): Checked | null {
  const value = c.check(operand)
  if (value === null || askedText(c, value.type) !== null) return value
  c.report.add('text-operand', operand, [callee, describeType(value.type)])
  return null
}
