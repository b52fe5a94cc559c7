/**
 * Each question looks for a dictionary of claims: `proved` means that it does not exist, and a witness was replayed in
 * the evaluator.
 */
import type { Completion } from '../engine/core/value'

/** One value for every input of the space. */
export interface Witness {
  readonly values: Completion
}

/**
 * A budget of the call by its name (public/docs/api.md, "Budgets"), `incomplete` if the solver's theory gives up, or
 * `irrational` if only irrational numbers were found.
 */
export type Limit =
  | 'evaluation_steps'
  | 'solver_steps'
  | 'solver_steps_total'
  | 'solver_memory_mb'
  | 'incomplete'
  | 'irrational'

export type Answer =
  | { readonly status: 'proved'; readonly holds: 'everywhere' }
  /** No dictionary that a caller can submit is a witness; `outside` is one with numbers outside `@range`. */
  | { readonly status: 'proved'; readonly holds: 'within ranges'; readonly outside: Witness }
  /** Inside all ranges. */
  | { readonly status: 'witness'; readonly witness: Witness }
  | { readonly status: 'not decided'; readonly limit: Limit }
  | { readonly status: 'needs solver' }
