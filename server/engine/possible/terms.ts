/** Sums apart: terms without a common unknown input are independent, so their ranges add up. */
import { dayNumber } from '../../language/numeric/calendar'
import {
  add,
  divide,
  floorOf,
  fromInteger,
  multiply,
  negate,
  ONE,
  Rational,
  toDouble,
  ZERO,
} from '../../language/numeric/rational'
import { type Input, isWholeInput } from '../../language/semantics/checked-input'
import { FALSE, TRUE, type Value } from '../core/value'
import { type BooleanNode, childNodes, type NumericNode, type ValueNode } from '../evaluate/node'
import { isFiniteInput } from '../search/candidates'
import { ceilingOf } from './intervals'
import { limitsOf } from './regions'
import type { Settled, Space } from './settled'

/** A condition counts 1 if it holds. */
export interface Term {
  readonly factor: Rational
  readonly node: NumericNode | BooleanNode
}

export interface Sum {
  readonly constant: Rational
  readonly terms: readonly Term[]
}

/** Terms that never have a value stay. */
export function sumOfTerms({ settled, run }: Space, terms: readonly Term[]): Sum {
  let constant = ZERO
  const rest: Term[] = []
  const waiting = [...terms].reverse()
  for (let term = waiting.pop(); term !== undefined; term = waiting.pop()) {
    run.meter.spend(1)
    const { factor, node } = term
    const known = settled.get(node)
    if (known instanceof Rational) constant = add(constant, multiply(factor, known))
    else if (known === TRUE) constant = add(constant, factor)
    else if (known !== FALSE) {
      const summands = known === undefined && node.domain === 'numeric' ? partsOf(settled, factor, node) : null
      if (summands === null) rest.push(term)
      else waiting.push(...[...summands].reverse())
    }
  }
  return { constant, terms: rest }
}

/** Terms with the same sum; null if the node is not known to be a sum. */
function partsOf(settled: Settled, factor: Rational, node: NumericNode): readonly Term[] | null {
  switch (node.kind) {
    case 'shared':
      return [{ factor, node: node.inner }]
    case 'negation':
      return [{ factor: negate(factor), node: node.operand }]
    case 'count':
      return node.slots.map((slot) => ({ factor, node: slot }))
    case 'choice': {
      const taken = settled.get(node.condition)
      return taken === undefined ? null : [{ factor, node: taken === TRUE ? node.whenTrue : node.whenFalse }]
    }
    case 'arithmetic':
      return arithmeticParts(settled, factor, node)
    default:
      return null
  }
}

function arithmeticParts(
  settled: Settled,
  factor: Rational,
  { operator, left, right }: Extract<NumericNode, { kind: 'arithmetic' }>,
): readonly Term[] | null {
  const [a, b] = [settled.get(left), settled.get(right)]
  switch (operator) {
    case '+':
      return [
        { factor, node: left },
        { factor, node: right },
      ]
    case '-':
      return [
        { factor, node: left },
        { factor: negate(factor), node: right },
      ]
    case '*':
      if (a instanceof Rational) return [{ factor: multiply(factor, a), node: right }]
      return b instanceof Rational ? [{ factor: multiply(factor, b), node: left }] : null
    case '/': {
      const inverse = b instanceof Rational ? divide(ONE, b) : null
      return inverse === null ? null : [{ factor: multiply(factor, inverse), node: left }]
    }
    case '%':
      return null
  }
}

export interface Group {
  readonly terms: readonly Term[]
  readonly inputs: ReadonlySet<number>
}

/** Terms that are linked by unknown inputs. */
export function groupsOf(space: Space, terms: readonly Term[]): readonly Group[] {
  let groups: Group[] = []
  for (const term of terms) {
    const inputs = openInputs(space, [term.node])
    const linked = groups.filter((group) => [...inputs].some((input) => group.inputs.has(input)))
    const joined = {
      terms: [...linked.flatMap((group) => group.terms), term],
      inputs: new Set([...linked.flatMap((group) => [...group.inputs]), ...inputs]),
    }
    space.run.meter.spend(inputs.size * (1 + groups.length))
    groups = [...groups.filter((group) => !linked.includes(group)), joined]
  }
  return groups
}

/** Unknown inputs that some completion reaches, in order of declaration. */
export function openInputs({ settled, run }: Space, roots: readonly ValueNode[]): ReadonlySet<number> {
  const inputs = new Set<number>()
  const seen = new Set<ValueNode>()
  const waiting: ValueNode[] = [...roots]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (seen.has(node) || settled.has(node)) continue
    seen.add(node)
    run.meter.spend(1)
    if (node.kind === 'input') inputs.add(node.input)
    for (const child of childNodes(node)) waiting.push(child)
  }
  return new Set([...inputs].sort((a, b) => a - b))
}

/** A finite input whose value takes terms apart, or decides which branch is taken; null if there is none. */
export function splittingInput(space: Space, { terms, inputs }: Group): number | null {
  const { inputs: declared } = space.program.ruleset
  const finite = [...inputs].filter((input) => isFiniteInput(declared[input]!))
  if (terms.length === 1) {
    const deciding = openInputs(space, conditionsOf(terms[0]!.node))
    return [...deciding].every((input) => finite.includes(input)) ? ([...deciding][0] ?? null) : null
  }
  const below = terms.map(({ node }) => openInputs(space, [node]))
  let most: { readonly input: number; readonly count: number } | null = null
  for (const input of finite) {
    const count = below.filter((each) => each.has(input)).length
    if (count > (most?.count ?? 1)) most = { input, count }
  }
  return most === null ? null : most.input
}

/** The values of a claim, if they are few: a member, a truth value, or a whole number of a small range. */
export function fewValues({ type, range, whole }: Input): readonly Value[] | null {
  if (type.kind === 'boolean') return [false, true]
  if (type.kind === 'enum') return type.vocabulary
  if (whole !== true || range === null) return null
  const first = toDouble(ceilingOf(range.min))
  const count = toDouble(floorOf(range.max)) - first + 1
  return count > MAX_FEW ? null : Array.from({ length: Math.max(count, 0) }, (_, i) => fromInteger(first + i))
}

const MAX_FEW = 64

/** A whole number whose values are tried one by one if arithmetic is not linear; null if there is none. */
export function fewWhole({ program }: Space, inputs: Iterable<number>): number | null {
  for (const index of inputs) {
    const input = program.ruleset.inputs[index]!
    if (input.whole === true && fewValues(input) !== null) return index
  }
  return null
}

export interface Sample {
  readonly input: number
  readonly values: readonly Value[]
}

/**
 * Values of the first unknown number that are tried where arithmetic is not linear: its limits, or simple ones. Dates
 * before others. Null if no number is unknown.
 */
export function sampleOf({ program }: Space, inputs: Iterable<number>): Sample | null {
  const declared = program.ruleset.inputs
  const numbers = [...inputs].filter((index) => !isFiniteInput(declared[index]!))
  const input = numbers.find((index) => declared[index]!.type.kind === 'date') ?? numbers[0]
  if (input === undefined) return null
  const limits = limitsOf(declared[input]!)
  if (limits === null) return { input, values: [ZERO, ONE, negate(ONE)] }
  const [from, to] = limits
  if (declared[input]!.type.kind === 'date') return { input, values: [from, LEAP_DAY, to] }
  return { input, values: isWholeInput(declared[input]!) ? [ceilingOf(from), floorOf(to)] : [from, to] }
}

const LEAP_DAY = fromInteger(dayNumber({ year: 2000, month: 2, day: 29 }))

function conditionsOf(node: ValueNode): readonly ValueNode[] {
  if (node.kind === 'shared') return conditionsOf(node.inner)
  if (node.kind === 'choice') return [node.condition]
  return node.kind === 'case' ? [node.subject] : []
}
