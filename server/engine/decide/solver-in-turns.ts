/**
 * A solver for a check in turns: one assertion may ask hundreds of questions, and a turn ends between two of them.
 *
 * Promises: questions that an earlier turn asked are answered as they were, for the steps that they took, without the
 * solver. Each turn asks at least one that is new, so that every check comes to its end.
 */
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { Meter } from '../meter'
import type { Inquiry, PairSearch, Search, Solver, SolverBudget } from '../solver/solver'
import type { Known } from '../value'
import { readAnswers, type SolverAnswer, writeAnswers } from './solver-answers'
import type { TurnLength } from './turn-length'

/** Thrown in place of a question where the turn is over; decide-in-turns.ts catches it. */
export class TurnOver extends Error {}

export class TurnSolver implements Solver {
  /** Z3 rlimit units that were used in this turn. */
  used = 0
  private isFirst = true
  private nextQuestion = 0
  private earlier: SolverAnswer[]
  private lists: readonly Uint8Array[]
  private fresh: SolverAnswer[] = []
  private stepsAtStart: number

  /**
   * @param lists what earlier turns wrote of the assertion that this turn begins with ({@link answers})
   * @param meter of the check, as it is where that assertion begins
   * @param length what ends a turn between two questions
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

  /** Every answer so far to the questions of the assertion at hand. */
  answers(): readonly Uint8Array[] {
    return this.fresh.length === 0 ? this.lists : [...this.lists, writeAnswers(this.fresh, this.known)]
  }

  /** Called before each further assertion. */
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
    // Who goes on although the steps are spent asks nothing more.
    this.meter.spendSolver(0)
    if (!this.isFirst && this.isOver()) throw new TurnOver()
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
