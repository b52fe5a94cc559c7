/**
 * The third tier as the engine sees it: questions about one assertion under known values, answered synchronously.
 *
 * Promises: the same question gives the same answer in any process and after any history. Completions
 * come back unconfirmed; the engine replays each in the evaluator before it is shown.
 */
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { Meter } from '../meter'
import type { Completion, Known, Outcomes } from '../value'

export type Search =
  /** A completion with rational values for every unbound input that the assertion reads. */
  | { readonly status: 'found'; readonly completion: Completion }
  /** Proved: no completion, over the reals, has such an outcome. */
  | { readonly status: 'none' }
  /**
   * Not decided: `steps` its share is spent, `incomplete` the theory gave up or the formula is too large for it,
   * `irrational` the only witness found is no rational.
   */
  | { readonly status: 'undecided'; readonly why: 'steps' | 'incomplete' | 'irrational' }

export type PairSearch =
  | { readonly status: 'found'; readonly first: Completion; readonly second: Completion }
  | Exclude<Search, { status: 'found' }>

/** Questions about one assertion. Every question starts from the same fresh state, so their order does not matter. */
export interface Inquiry {
  /** A completion in which the assertion's outcome is one of `wanted`. */
  find(wanted: Outcomes): Search
  /** Two completions that differ in `input` alone and whose outcomes differ: the definition of relevance. */
  findPair(input: number): PairSearch
}

export interface SolverBudget {
  /** Z3 rlimit units for one question of an assertion. */
  readonly solver_steps: number
  /** Of Z3's own allocations; it holds about 2 MB before any question. */
  readonly solver_memory_mb: number
}

export interface Solver {
  /** @param meter counts the steps of all questions of a check; the inquiry throws SolverStepsExceeded */
  inquire(ruleset: CheckedRuleset, assertion: number, known: Known, budget: SolverBudget, meter: Meter): Inquiry
}

/**
 * Thrown when the memory budget is spent: the whole check is refused with 413, without `actual` (public/docs/api.md,
 * "Errors").
 */
export class SolverMemoryExceeded extends Error {
  constructor(readonly limit: number) {
    super(`the solver needed more than ${limit} MB`)
  }
}
