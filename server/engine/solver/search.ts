/**
 * Finds rational values for a condition, even if Z3's first answer is irrational. `none` is proved over the reals. All
 * attempts share the step budget, which only the last one may slightly exceed.
 */
import { add, floorOf, isEqual, ONE, ZERO } from '../../language/numeric/rational'
import type { Meter } from '../core/meter'
import type { Value } from '../core/value'
import { type Posed, Question, type Subject } from './question'
import type { Search, SolverBudget } from './solver'
import { TermTooLargeError } from './term-size'
import type { Irrational, Unknown, Unknowns } from './unknowns'
import type { Pointer, Verdict, Z3Machine } from './z3-machine'

export type Assignment = readonly { readonly input: number; readonly value: Value }[]

export type Found =
  | { readonly status: 'found'; readonly assignment: Assignment }
  | Exclude<Search, { readonly status: 'found' }>

/** Checks for irrational values and refuted models. */
const MAX_RETRIES = 24

/** Decimal places of guesses near an irrational value. */
const GUESS_DECIMAL_PLACES = [1, 4, 9]

/** A value of one input for which the others may be rational. */
interface Guess {
  readonly index: number
  readonly value: Value
}

type Attempt =
  | { readonly verdict: Exclude<Verdict, 'sat'> }
  | { readonly verdict: 'sat'; readonly assignment: Assignment; readonly irrational: null }
  | { readonly verdict: 'sat'; readonly irrational: readonly Guess[] }

interface Refuted {
  readonly verdict: 'refuted'
  readonly assignment: Assignment
}

export class SearchRun {
  private retries = MAX_RETRIES
  private steps: number
  /** Proved not to fulfil the condition. */
  private readonly excluded: Assignment[] = []

  constructor(
    private readonly machine: Z3Machine,
    private readonly subject: Subject,
    private readonly budget: SolverBudget,
    private readonly meter: Meter,
    private readonly pose: (question: Question) => Posed,
  ) {
    this.steps = budget.solver_steps
  }

  find(): Found {
    const first = this.attempt([])
    if (first.verdict === 'unsat') return { status: 'none' }
    if (first.verdict !== 'sat') return { status: 'undecided', why: first.verdict }
    const assignment = this.rational(first, [])
    return assignment === null ? { status: 'undecided', why: 'irrational' } : { status: 'found', assignment }
  }

  /** Guesses one irrational value after the other, nearest last, with backtracking. */
  private rational(attempt: Attempt, guesses: readonly Guess[]): Assignment | null {
    if (attempt.verdict !== 'sat') return null
    if (attempt.irrational === null) return attempt.assignment
    for (const guess of attempt.irrational) {
      if (this.retries === 0 || this.steps <= 0) return null
      this.retries--
      const next = [...guesses, guess]
      const assignment = this.rational(this.attempt(next), next)
      if (assignment !== null) return assignment
    }
    return null
  }

  private attempt(guesses: readonly Guess[]): Attempt {
    for (;;) {
      const attempt = this.ask(guesses)
      if (attempt.verdict !== 'refuted') return attempt
      const settled = this.settle(attempt.assignment)
      if (settled.verdict !== 'unsat') return settled
      this.excluded.push(attempt.assignment)
    }
  }

  /** Whether another model of these values fulfils the condition. */
  private settle(values: Assignment): Attempt {
    if (this.retries === 0 || this.steps <= 0) return { verdict: 'incomplete' }
    this.retries--
    const settled = this.ask(values.map(({ value }, index) => ({ index, value })))
    return settled.verdict === 'refuted' ? { verdict: 'incomplete' } : settled
  }

  private ask(guesses: readonly Guess[]): Attempt | Refuted {
    const { machine, meter } = this
    // If the check's remaining steps cut a question short, the check ends.
    const left = Math.max(0, meter.solverLimit - meter.solverSteps)
    machine.begin(Math.min(this.steps, left), this.budget.solver_memory_mb)
    const question = new Question(machine, this.subject)
    const unknowns = this.assert(question, guesses)
    if (unknowns === null) return { verdict: 'incomplete' }
    const verdict = machine.check()
    const used = machine.stepsUsed
    this.steps -= used
    meter.spendSolver(verdict === 'steps' && left < this.steps + used ? Math.max(used, left + 1) : used)
    if (verdict !== 'sat') return { verdict }
    const model = machine.model()
    const attempt = readAll(question, model, unknowns)
    if (attempt.irrational !== null || !machine.isRefuted(model)) return attempt
    return { verdict: 'refuted', assignment: attempt.assignment }
  }

  private assert(question: Question, guesses: readonly Guess[]): readonly Unknown[] | null {
    const { terms } = question
    const holds = (unknown: Unknown | undefined, value: Value) =>
      unknown === undefined ? terms.always : question.unknowns.holds(unknown, value)
    try {
      const { condition, unknowns } = this.pose(question)
      this.machine.assert(condition)
      for (const { index, value } of guesses) this.machine.assert(holds(unknowns[index], value))
      for (const values of this.excluded)
        this.machine.assert(terms.not(terms.and(values.map(({ value }, index) => holds(unknowns[index], value)))))
      return unknowns
    } catch (error) {
      if (error instanceof TermTooLargeError) return null
      throw error
    }
  }
}

function readAll(question: Question, model: Pointer, unknowns: readonly Unknown[]): Attempt & { verdict: 'sat' } {
  const assignment: { input: number; value: Value }[] = []
  for (const [index, unknown] of unknowns.entries()) {
    const value = question.unknowns.read(model, unknown)
    if (isIrrational(value)) return { verdict: 'sat', irrational: guessesNear(question.unknowns, value, index) }
    assignment.push({ input: unknown.input, value })
  }
  return { verdict: 'sat', assignment, irrational: null }
}

function isIrrational(value: Value | Irrational): value is Irrational {
  return typeof value === 'object' && 'irrational' in value
}

function guessesNear(unknowns: Unknowns, value: Irrational, index: number): readonly Guess[] {
  const values = [ZERO, ONE]
  const bounds = GUESS_DECIMAL_PLACES.flatMap((digits) => unknowns.bounds(value, digits))
  const [below] = bounds
  if (below !== undefined) values.push(floorOf(below), add(floorOf(below), ONE))
  values.push(...bounds)
  const distinct = values.filter((value, i) => values.findIndex((other) => isEqual(other, value)) === i)
  return distinct.map((value) => ({ index, value }))
}
