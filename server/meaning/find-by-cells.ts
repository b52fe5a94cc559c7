import type { Meter } from '../engine/core/meter'
import type { Completion, Known, Outcomes, Value } from '../engine/core/value'
import { compileProgram, type Program } from '../engine/evaluate/program'
import { isFiniteInput } from '../engine/search/candidates'
import { MAX_COMBINATIONS } from '../engine/search/caps'
import {
  add,
  compareRationals,
  divide,
  fromInteger,
  ONE,
  type Rational,
  subtract,
  ZERO,
} from '../language/numeric/rational'
import { isWholeInput } from '../language/semantics/checked-input'
import type { Checked, CheckedRuleset } from '../language/semantics/checked-ruleset'
import { walkTree } from '../language/semantics/tree/children'
import { findBreakpoints } from './breakpoints'
import type { Condition, Space } from './condition'
import { inputsOf, questionRuleset } from './question-ruleset'

export type CellSearch =
  | { readonly status: 'found'; readonly values: Completion }
  | { readonly status: 'none' }
  /** The condition is not of this kind, or has too many combinations. */
  | { readonly status: 'unknown' }

const UNKNOWN: CellSearch = { status: 'unknown' }

/**
 * Needs no solver if every comparison reads only one number: between the finitely many points at which comparisons
 * change, one value represents all.
 * @throws StepsExceededError
 */
export function findByCells(space: Space, condition: Condition, wanted: Outcomes, meter: Meter): CellSearch {
  const ruleset = questionRuleset(space, condition)
  const nothing = ruleset.inputs.map(() => null)
  if (!readsOneNumberEach(ruleset, nothing)) return UNKNOWN
  return walkCells(compileProgram(ruleset), nothing, wanted, meter)
}

/**
 * The same for a program with one assertion.
 * @param known fixed values; null is open
 * @throws StepsExceededError
 */
export function searchCells(program: Program, known: Known, wanted: Outcomes, meter: Meter): CellSearch {
  return readsOneNumberEach(program.ruleset, known) ? walkCells(program, known, wanted, meter) : UNKNOWN
}

function walkCells(program: Program, known: Known, wanted: Outcomes, meter: Meter): CellSearch {
  const samples = new Map<number, readonly Value[]>()
  for (const input of program.ruleset.assertions[0]!.reads) {
    if (known[input] !== null) continue
    const values = samplesOf(program, known, input, meter)
    if (values === null) return UNKNOWN
    samples.set(input, values)
  }
  return new CellWalk(program, known, samples, wanted, meter).search()
}

function readsOneNumberEach(ruleset: CheckedRuleset, known: Known): boolean {
  const { inputs } = ruleset
  const open = ruleset.assertions[0]!.reads.filter((input) => known[input] === null)
  // A timestamp has ends, which these points ignore.
  if (open.some((input) => isWholeInput(inputs[input]!) || inputs[input]!.type.kind === 'timestamp')) return false
  const isNumber = (input: number) => known[input] === null && inputs[input]!.type.kind === 'numeric'
  let isSo = true
  const visit = (node: Checked): void => {
    const mixes = node.kind === 'quantified' || node.kind === 'is-member' || node.kind === 'is-subset'
    const isTest = mixes || node.kind === 'compare' || node.kind === 'arithmetic' || node.kind === 'extreme'
    if (isSo && isTest && inputsOf(ruleset, node).filter(isNumber).length > 1) isSo = false
  }
  for (const { expression } of ruleset.assertions) walkTree(expression, visit)
  for (const { value } of ruleset.lets) walkTree(value, visit)
  return isSo
}

function samplesOf(program: Program, base: Known, input: number, meter: Meter): readonly Value[] | null {
  const { inputs } = program.ruleset
  const { type } = inputs[input]!
  if (type.kind === 'boolean') return [true, false]
  if (type.kind === 'enum') return type.vocabulary
  // No comparison reads two numbers, so the values of the others do not move these breakpoints.
  const known = inputs.map((other, index) => base[index] ?? (index === input || isFiniteInput(other) ? null : ZERO))
  const all = findBreakpoints(program.roots, program.begin(known, meter), input)
  // Periodic or irrational points cannot be listed.
  return all === null || all.repeated.length > 0 || all.irrational.length > 0
    ? null
    : withNeighbours([...all.points].sort(compareRationals))
}

/** One number for each point and each interval. */
function withNeighbours(points: readonly Rational[]): readonly Rational[] {
  const [first] = points
  if (first === undefined) return [ZERO]
  const between = points.flatMap((point, index) => {
    const next = points[index + 1]
    return [point, next === undefined ? add(point, ONE) : divide(add(point, next), fromInteger(2))!]
  })
  return [subtract(first, ONE), ...between]
}

class CellWalk {
  private readonly values: (Value | null)[]
  private readonly order: readonly number[]
  private visited = 0

  constructor(
    private readonly program: Program,
    known: Known,
    private readonly samples: ReadonlyMap<number, readonly Value[]>,
    private readonly wanted: Outcomes,
    private readonly meter: Meter,
  ) {
    this.values = [...known]
    this.order = [...samples.keys()].sort((a, b) => samples.get(a)!.length - samples.get(b)!.length)
  }

  search(): CellSearch {
    const isReached = this.visit(0)
    if (isReached === null) return UNKNOWN
    return isReached ? { status: 'found', values: this.completed() } : { status: 'none' }
  }

  private visit(depth: number): boolean | null {
    if (++this.visited > MAX_COMBINATIONS) return null
    const possible = this.program.evaluate(0, this.values, this.meter)
    if ((possible & this.wanted) === 0) return false
    const input = this.order[depth]
    if (input === undefined || (possible & ~this.wanted) === 0) return true
    for (const value of this.samples.get(input)!) {
      this.values[input] = value
      const isReached = this.visit(depth + 1)
      if (isReached !== false) return isReached
    }
    this.values[input] = null
    return false
  }

  /** Unassigned inputs change nothing. */
  private completed(): Completion {
    return this.program.ruleset.inputs.map(({ type }, index) => {
      const value = this.values[index] ?? null
      if (value !== null) return value
      return type.kind === 'enum' ? type.vocabulary[0]! : type.kind === 'boolean' ? false : ZERO
    })
  }
}
