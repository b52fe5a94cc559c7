/**
 * Which unbound inputs an answer depends on.
 *
 * Promises: in the order of declaration; an input proved to matter and one that could not be excluded are kept apart.
 */
import { type Evidence, NEEDS_SOLVER, type NeedsSolver } from './evidence'

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
