/**
 * What can be said for certain about the completions of one assertion, whoever finds it out.
 *
 * Promises: `found` is a rational completion that the evaluator confirmed; `none` is proved; anything else is said to be
 * undecided. Two sources give it, the tiers and the solver alone; all that follows (verdict, policy, relevance, reason)
 * reads only this, so the same evidence gives the same bytes.
 */
import type { Completion, Outcomes } from '../value'

export type Undecided = { readonly status: 'undecided'; readonly why: 'steps' | 'incomplete' | 'irrational' }

export type Finding =
  | { readonly status: 'found'; readonly outcome: Outcomes; readonly completion: Completion }
  | { readonly status: 'none' }
  | Undecided

/** Whether an input is relevant (language.md, "Meaning"): proved, excluded, or neither. */
export type Relevance = 'relevant' | 'irrelevant' | 'unsettled'

/** The answer of a source that would have to ask the solver and has none. */
export const NEEDS_SOLVER = 'needs solver'
export type NeedsSolver = typeof NEEDS_SOLVER

export interface Evidence {
  /** Whether some completion has one of these outcomes. */
  find(wanted: Outcomes): Finding | NeedsSolver
  relevance(input: number): Relevance | NeedsSolver
  /** A false completion as the solver gives it to a fresh question, for the counterexample's last resort. */
  falseModel(): Finding | NeedsSolver
}

/**
 * Which unbound inputs an answer depends on.
 *
 * Promises: in the order of declaration; an input proved to matter and one that could not be excluded are kept apart.
 */
export interface Dependence {
  readonly relevant: readonly number[]
  readonly unsettled: readonly number[]
}

export const INDEPENDENT: Dependence = { relevant: [], unsettled: [] }

/** @param unbound the unbound inputs that the assertion names */
export function dependence(evidence: Evidence, unbound: readonly number[]): Dependence | NeedsSolver {
  const relevant: number[] = []
  const unsettled: number[] = []
  for (const input of unbound) {
    const relevance = evidence.relevance(input)
    if (relevance === NEEDS_SOLVER) return NEEDS_SOLVER
    if (relevance === 'relevant') relevant.push(input)
    else if (relevance === 'unsettled') unsettled.push(input)
  }
  return { relevant, unsettled }
}

/** Thrown when solver and evaluator contradict each other; becomes ENGINE_ERROR, and no answer is offered. */
export class EngineDisagreement extends Error {
  constructor(assertion: string, what: string) {
    super(`solver and evaluator disagree on the assertion ${assertion}: ${what}`)
  }
}
