/**
 * Earlier questions get the same answer for the same steps, without the solver. Each turn asks at least one new
 * question, so every check ends.
 */
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { Meter } from '../core/meter'
import type { Known } from '../core/value'
import type { Inquiry, PairSearch, Search, Solver, SolverBudget } from '../solver/solver'
import { readAnswers, type SolverAnswer, writeAnswers } from './solver-answers'

/** Caught by decide-in-turns.ts. */
export class TurnOverError extends Error {}

export class TurnSolver implements Solver {
  /** Z3 rlimit units. */
  used = 0
  private isFirst = true
  private nextQuestion = 0
  private earlier: SolverAnswer[]
  private lists: readonly Uint8Array[]
  private fresh: SolverAnswer[] = []
  private stepsAtStart: number

  /**
   * @param lists earlier {@link answers} about this turn's first assertion
   * @param meter as when that assertion began
   */
  constructor(
    private readonly solver: Solver,
    private readonly known: Known,
    lists: readonly Uint8Array[],
    private readonly meter: Meter,
    private readonly length: Pick<TurnLength, 'solverSteps' | 'solverStepsPerRepeated'>,
  ) {
    this.lists = lists
    this.earlier = lists.flatMap((bytes) => readAnswers(bytes, known))
    this.stepsAtStart = meter.steps
  }

  answers(): readonly Uint8Array[] {
    return this.fresh.length === 0 ? this.lists : [...this.lists, writeAnswers(this.fresh, this.known)]
  }

  nextAssertion(): void {
    this.nextQuestion = 0
    this.earlier = []
    this.lists = []
    this.fresh = []
    this.stepsAtStart = this.meter.steps
  }

  inquire(ruleset: CheckedRuleset, assertion: number, known: Known, budget: SolverBudget, meter: Meter): Inquiry {
    const inquiry = this.solver.inquire(ruleset, assertion, known, budget, meter)
    return {
      find: (wanted) => this.answer(() => inquiry.find(wanted)) as Search,
      findPair: (input) => this.answer(() => inquiry.findPair(input)) as PairSearch,
    }
  }

  private answer(ask: () => Search | PairSearch): Search | PairSearch {
    const answered = this.earlier[this.nextQuestion++]
    if (answered !== undefined) {
      this.meter.spendSolver(answered.steps)
      return answered.search
    }
    // Throws if the steps are already spent.
    this.meter.spendSolver(0)
    if (!this.isFirst && this.isOver()) throw new TurnOverError()
    this.isFirst = false
    const before = this.meter.solverSteps
    const search = ask()
    const steps = this.meter.solverSteps - before
    this.used += steps
    this.fresh.push({ steps, search })
    return search
  }

  private isOver(): boolean {
    const { solverSteps, solverStepsPerRepeated } = this.length
    const repeated = this.meter.steps - this.stepsAtStart
    return this.used >= Math.max(solverSteps, repeated * solverStepsPerRepeated)
  }
}

/** A turn ends after the assertion or question that reaches a limit. */
export interface TurnLength {
  readonly steps: number
  readonly solverSteps: number
  /**
   * A turn repeats its first assertion's evaluation, so it does not end before this many rlimit units per repeated
   * step.
   */
  readonly solverStepsPerRepeated: number
}

/** Below 100 ms; a question may take 200 ms. A step costs 1/24 rlimit unit, so at most a quarter is repetition. */
export const TURN: TurnLength = { steps: 3_000_000, solverSteps: 50_000, solverStepsPerRepeated: 4 / 24 }
