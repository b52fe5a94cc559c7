/**
 * The constants that unbound inputs are compared with. If both sides are linear, the constant makes them equal while
 * other inputs are zero; otherwise it is the constant side. Divisors are compared with zero, dividends of a remainder
 * with half the divisor.
 */
import {
  add,
  divide,
  floorOf,
  fromInteger,
  Rational,
  smallRatio,
  subtract,
  toDouble,
  ZERO,
} from '../../language/numeric/rational'
import { childNodes, type NumericNode, type Run, type ValueNode } from '../evaluate/node'
import { arithmeticNode, numberNode } from '../evaluate/value-nodes'
import { MAX_ALTERNATIVES, MAX_CONSTANTS } from './caps'
import { type Form, FormReader, subtractForms, zeroFor } from './linear-form'

interface Comparison {
  readonly left: NumericNode
  readonly right: NumericNode
}

const HALF = numberNode(smallRatio(1, 2))

export type Boundaries = ReadonlyMap<number, readonly Rational[]>

/** @returns distinct constants, at most {@link MAX_CONSTANTS} an input */
export function findBoundaries(root: ValueNode, run: Run): Boundaries {
  const reader = new FormReader(run)
  const constants = new Map<number, Rational[]>()
  for (const { left, right } of collectComparisons(root, run)) {
    const lefts = reader.forms(left)
    const rights = reader.forms(right)
    for (const a of lefts) for (const b of rights) noteMeetings(run, a, b, constants)
    if (lefts.length === 0) aimAt(left, rights, run, constants)
    if (rights.length === 0) aimAt(right, lefts, run, constants)
    if (lefts.length === 0) constantSide(rights, unboundIn(left, run), constants)
    if (rights.length === 0) constantSide(lefts, unboundIn(right, run), constants)
  }
  return constants
}

/** Follows calendar calculations back to an unbound date, if the other side is constant. */
function aimAt(node: NumericNode, others: readonly Form[], run: Run, constants: Map<number, Rational[]>): void {
  for (const { above, below } of others)
    if (above.terms.size === 0 && below.terms.size === 0 && below.constant.n === 1 && below.constant.d === 1)
      followBack(node, above.constant, run, constants, MAX_AIMS)
}

/** @param depth ends chains */
function followBack(node: NumericNode, target: Rational, run: Run, constants: Map<number, Rational[]>, depth: number) {
  if (depth === 0) return
  run.meter.spend(1)
  switch (node.kind) {
    case 'input':
      if (!(run.known[node.input] instanceof Rational)) noteConstant(constants, node.input, target)
      return
    case 'shared':
      followBack(node.inner, target, run, constants, depth)
      return
    case 'choice':
      followBack(node.whenTrue, target, run, constants, depth - 1)
      followBack(node.whenFalse, target, run, constants, depth - 1)
      return
    case 'arithmetic': {
      const [left, right] = [knownValue(node.left, run), knownValue(node.right, run)]
      const isSum = node.operator === '+'
      // The days of an instant are its hours times a factor.
      if (node.operator === '*' && right !== null && right.n !== 0)
        followBack(node.left, divide(target, right) ?? target, run, constants, depth)
      if (!isSum && node.operator !== '-') return
      if (right !== null)
        followBack(node.left, isSum ? subtract(target, right) : add(target, right), run, constants, depth - 1)
      else if (left !== null)
        followBack(node.right, isSum ? subtract(target, left) : subtract(left, target), run, constants, depth - 1)
      return
    }
    case 'calendar': {
      const values = node.operands.map((operand) => knownValue(operand, run))
      const open = values.indexOf(null)
      const other = values[1 - open] ?? ZERO
      if (open < 0 || values.lastIndexOf(null) !== open) return
      for (const near of node.near(toDouble(floorOf(target)), open, toDouble(other)))
        followBack(node.operands[open]!, fromInteger(near), run, constants, depth - 1)
      return
    }
    default:
  }
}

function knownValue(node: NumericNode, run: Run): Rational | null {
  if (node.deep) return null
  run.meter.spend(node.cost)
  const value = node.evaluate(run)
  return value instanceof Rational ? value : null
}

/** Calculations on the way back to a date. */
const MAX_AIMS = 4

function noteConstant(constants: Map<number, Rational[]>, input: number, value: Rational): void {
  const values = constants.get(input)
  if (values === undefined) constants.set(input, [value])
  else if (values.length < MAX_CONSTANTS && !values.some((other) => isSame(other, value))) values.push(value)
}

function isSame(a: Rational, b: Rational): boolean {
  if (a.big === null || b.big === null) return a.n === b.n && a.d === b.d
  return a.big.n === b.big.n && a.big.d === b.big.d
}

function noteMeetings(run: Run, a: Form, b: Form, constants: Map<number, Rational[]>): void {
  const form = subtractForms(run, a, b)
  if (form === null) {
    const inputs = [...a.above.terms.keys(), ...a.below.terms.keys(), ...b.above.terms.keys(), ...b.below.terms.keys()]
    constantSide([a, b], inputs, constants)
    return
  }
  for (const input of form.terms.keys()) {
    const zero = zeroFor(run, form, input)
    if (zero !== null) noteConstant(constants, input, zero)
  }
}

/** If a side is not linear, the constants of the other side are used. */
function constantSide(forms: readonly Form[], inputs: readonly number[], constants: Map<number, Rational[]>): void {
  for (const { above, below } of forms)
    if (above.terms.size === 0 && below.terms.size === 0 && below.constant.n === 1 && below.constant.d === 1)
      for (const input of inputs) noteConstant(constants, input, above.constant)
}

/** Collects comparisons in the order of the text, shared nodes once. */
function collectComparisons(root: ValueNode, run: Run): readonly Comparison[] {
  const pairs: Comparison[] = []
  walkNodes(root, run, (node) => {
    switch (node.kind) {
      case 'number-comparison':
        pairs.push(node)
        break
      case 'arithmetic':
        if (node.operator === '/' || node.operator === '%') pairs.push({ left: node.right, right: numberNode(ZERO) })
        // Half the divisor leaves a remainder.
        if (node.operator === '%') pairs.push({ left: node.left, right: arithmeticNode('*', node.right, HALF) })
        break
      case 'membership':
        if (node.value.domain === 'numeric')
          for (const { value } of node.set.slots)
            if (value.domain === 'numeric') pairs.push({ left: node.value, right: value })
        break
      case 'tally':
        // A bound that is not constant may equal any count; the lowest are tried.
        if (node.count !== null && node.count.kind !== 'constant')
          for (let count = 0; count <= Math.min(node.slots.length, MAX_ALTERNATIVES); count++)
            pairs.push({ left: node.count, right: numberNode(fromInteger(count)) })
        break
    }
  })
  return pairs
}

function unboundIn(root: NumericNode, run: Run): readonly number[] {
  const inputs = new Set<number>()
  walkNodes(root, run, (node) => {
    if (node.kind === 'input' && node.domain === 'numeric' && !(run.known[node.input] instanceof Rational))
      inputs.add(node.input)
  })
  return [...inputs]
}

/** Depth first, on an explicit stack, because chains of lets may exceed the call stack. */
export function walkNodes(root: ValueNode, run: Run, visit: (node: ValueNode) => void): void {
  const seen = new Set<ValueNode>()
  const open: ValueNode[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    run.meter.spend(1)
    if (node.kind === 'shared') {
      if (seen.has(node)) continue
      seen.add(node)
    }
    visit(node)
    const children = childNodes(node)
    for (let i = children.length - 1; i >= 0; i--) open.push(children[i]!)
  }
}
