/** The third tier. Answers do not depend on process or history. The engine replays every completion. */
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { Meter } from '../core/meter'
import type { Completion, Known, Outcomes } from '../core/value'

export type Search =
  /** Rational values for every unbound input that is read. */
  | { readonly status: 'found'; readonly completion: Completion }
  /** Proved over the reals. */
  | { readonly status: 'none' }
  /**
   * `steps`: the budget is spent. `incomplete`: the theory gave up or the formula is too large. `irrational`: only
   * irrational witnesses were found.
   */
  | { readonly status: 'undecided'; readonly why: 'steps' | 'incomplete' | 'irrational' }

export type PairSearch =
  | { readonly status: 'found'; readonly first: Completion; readonly second: Completion }
  | Exclude<Search, { status: 'found' }>

/** Each question starts from the same state. */
export interface Inquiry {
  find(wanted: Outcomes): Search
  /** Completions that differ only in `input` and in their outcomes. */
  findPair(input: number): PairSearch
}

export interface SolverBudget {
  /** Z3 rlimit units for one question. */
  readonly solver_steps: number
  /** Z3's own allocations, about 2 MB before any question. */
  readonly solver_memory_mb: number
}

export interface Solver {
  /** @param meter counts all questions of a check; the inquiry throws SolverStepsExceededError */
  inquire(ruleset: CheckedRuleset, assertion: number, known: Known, budget: SolverBudget, meter: Meter): Inquiry
}

/** The check is refused with 413, without `actual` (public/docs/api.md, "Errors"). */
export class SolverMemoryExceededError extends Error {
  constructor(readonly limit: number) {
    super(`the solver needed more than ${limit} MB`)
  }
}
