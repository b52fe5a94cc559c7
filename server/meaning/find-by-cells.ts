import { Meter, StepsExceededError } from '../engine/core/meter'
import type { Completion, Known, Outcomes, Value } from '../engine/core/value'
import { isDefinite } from '../engine/evaluate/kleene'
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
import { inputsOf, letsBehind, questionRuleset } from './question-ruleset'

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
  const cells = new Cells(compileProgram(ruleset), 0)
  const nothing = ruleset.inputs.map(() => null)
  return cells.search(nothing, wanted, meter)
}

/** The cells of one assertion, for any known values. */
export class Cells {
  /** The numbers that each comparison reads. */
  private readonly tests: readonly (readonly number[])[]
  private readonly isPossible: boolean
  /** By input, if no comparison reads two numbers. */
  private readonly samples = new Map<number, readonly Value[] | null>()

  constructor(
    private readonly program: Program,
    private readonly assertion: number,
  ) {
    const { ruleset } = program
    // A timestamp has ends, which these points ignore.
    this.isPossible = this.reads.every((input) => {
      const { [input]: read } = ruleset.inputs
      return !isWholeInput(read!) && read!.type.kind !== 'timestamp'
    })
    this.tests = this.isPossible ? numbersOfTests(ruleset, assertion) : []
  }

  /**
   * @param known fixed values; null is open
   * @throws StepsExceededError
   */
  search(known: Known, wanted: Outcomes, meter: Meter): CellSearch {
    const samples = this.samplesFor(known, meter)
    if (samples === null) return UNKNOWN
    return new CellWalk(this.program, this.assertion, known, samples, meter).search(wanted)
  }

  /**
   * The outcomes that some completion of the known values has; null if cells do not tell.
   * @throws StepsExceededError
   */
  outcomes(known: Known, meter: Meter): Outcomes | null {
    const samples = this.samplesFor(known, meter)
    return samples === null ? null : new CellWalk(this.program, this.assertion, known, samples, meter).outcomes()
  }

  private get reads(): readonly number[] {
    return this.program.ruleset.assertions[this.assertion]!.reads
  }

  private samplesFor(known: Known, meter: Meter): ReadonlyMap<number, readonly Value[]> | null {
    if (!this.isPossible || this.tests.some((numbers) => countOpen(numbers, known) > 1)) return null
    const isShared = this.tests.every((numbers) => numbers.length <= 1)
    const samples = new Map<number, readonly Value[]>()
    for (const input of this.reads) {
      if (known[input] !== null) continue
      const values = isShared ? this.sharedSamples(input, meter) : this.samplesOf(known, input, meter)
      if (values === null) return null
      samples.set(input, values)
    }
    return samples
  }

  /** Samples of the input with all other values open, which only adds points. */
  private sharedSamples(input: number, meter: Meter): readonly Value[] | null {
    const before = this.samples.get(input)
    if (before !== undefined) return before
    const nothing = this.program.ruleset.inputs.map(() => null)
    const values = this.samplesOf(nothing, input, meter)
    this.samples.set(input, values)
    return values
  }

  private samplesOf(base: Known, input: number, meter: Meter): readonly Value[] | null {
    const { program, assertion } = this
    const { inputs } = program.ruleset
    const { type } = inputs[input]!
    if (type.kind === 'boolean') return [true, false]
    if (type.kind === 'enum') return type.vocabulary
    // No comparison reads two open numbers, so the values of the others do not move these breakpoints.
    const known = inputs.map((other, index) => base[index] ?? (index === input || isFiniteInput(other) ? null : ZERO))
    const all = findBreakpoints([program.roots[assertion]!], program.begin(known, meter), input)
    // Periodic or irrational points cannot be listed.
    return all === null || all.repeated.length > 0 || all.irrational.length > 0
      ? null
      : withNeighbours([...all.points].sort(compareRationals))
  }
}

/**
 * @param work gets a separate meter, whose steps are charged to `meter`
 * @returns null if the steps do not suffice
 */
export function withinSteps<Result>(meter: Meter, steps: number, work: (part: Meter) => Result): Result | null {
  const part = new Meter(Math.min(steps, meter.limit - meter.steps))
  const result = unlessExceeded(() => work(part))
  meter.spend(part.steps)
  return result
}

function unlessExceeded<Result>(work: () => Result): Result | null {
  try {
    return work()
  } catch (error) {
    if (error instanceof StepsExceededError) return null
    throw error
  }
}

function countOpen(inputs: readonly number[], known: Known): number {
  return inputs.filter((input) => known[input] === null).length
}

/** The tests of an assertion by the numbers that they read, without tests that read no number. */
function numbersOfTests(ruleset: CheckedRuleset, assertion: number): readonly (readonly number[])[] {
  const isNumber = (input: number) => ruleset.inputs[input]!.type.kind === 'numeric'
  const tests: (readonly number[])[] = []
  const visit = (node: Checked): void => {
    const mixes = node.kind === 'quantified' || node.kind === 'is-member' || node.kind === 'is-subset'
    const isTest = mixes || node.kind === 'compare' || node.kind === 'arithmetic' || node.kind === 'extreme'
    if (!isTest) return
    const numbers = inputsOf(ruleset, node).filter(isNumber)
    if (numbers.length > 0) tests.push(numbers)
  }
  const { expression } = ruleset.assertions[assertion]!
  walkTree(expression, visit)
  for (const index of letsBehind(ruleset, [expression])) walkTree(ruleset.lets[index]!.value, visit)
  return tests
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
    private readonly assertion: number,
    known: Known,
    private readonly samples: ReadonlyMap<number, readonly Value[]>,
    private readonly meter: Meter,
  ) {
    this.values = [...known]
    this.order = [...samples.keys()].sort((a, b) => samples.get(a)!.length - samples.get(b)!.length)
  }

  search(wanted: Outcomes): CellSearch {
    let isReached = false
    const isComplete = this.visit(0, (outcomes) => {
      if ((outcomes & wanted) === 0) return 'leave'
      isReached = (outcomes & ~wanted) === 0
      return isReached ? 'stop' : 'enter'
    })
    if (isReached) return { status: 'found', values: this.completed() }
    return isComplete ? { status: 'none' } : UNKNOWN
  }

  outcomes(): Outcomes | null {
    let all: Outcomes = 0
    const isComplete = this.visit(0, (outcomes) => {
      if (isDefinite(outcomes)) all |= outcomes
      return (outcomes & ~all) === 0 ? 'leave' : 'enter'
    })
    return isComplete ? all : null
  }

  /** @returns false if the walk ended before all cells were left */
  private visit(depth: number, see: (outcomes: Outcomes) => 'enter' | 'leave' | 'stop'): boolean {
    if (++this.visited > MAX_COMBINATIONS) return false
    const next = see(this.program.evaluate(this.assertion, this.values, this.meter))
    if (next !== 'enter') return next === 'leave'
    const input = this.order[depth]
    if (input === undefined) throw new Error('a completed assertion has no definite outcome')
    for (const value of this.samples.get(input)!) {
      this.values[input] = value
      if (!this.visit(depth + 1, see)) return false
    }
    this.values[input] = null
    return true
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
