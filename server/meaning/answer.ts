/**
 * The three outcomes of a question about conditions: proved, a witness, not decided.
 *
 * Promises: never "nothing found". What is `proved` says the question; every question seeks a dictionary of claims, and
 * is proved where no dictionary is one. A witness was replayed in the evaluator.
 */
import type { Completion } from '../engine/value'

/** A value for every input of the space, those that the condition does not read included. */
export interface Witness {
  readonly values: Completion
}

/**
 * What ended before the answer was found: a budget of the call by its name (public/docs/api.md, "Budgets"), or
 * `incomplete` where the solver's theory gives up, or `irrational` where only irrational numbers were found.
 */
export type Limit =
  | 'evaluation_steps'
  | 'solver_steps'
  | 'solver_steps_total'
  | 'solver_memory_mb'
  | 'incomplete'
  | 'irrational'

export type Answer =
  /** No dictionary is a witness, inside the ranges and outside of them. */
  | { readonly status: 'proved'; readonly holds: 'everywhere' }
  /**
   * No dictionary that a caller can submit is a witness, but numbers outside `@range` are: `outside` is one such.
   */
  | { readonly status: 'proved'; readonly holds: 'within ranges'; readonly outside: Witness }
  /** Inside the ranges of all inputs. */
  | { readonly status: 'witness'; readonly witness: Witness }
  | { readonly status: 'not decided'; readonly limit: Limit }
  /** Only a solver can answer, and none is available. */
  | { readonly status: 'needs solver' }
