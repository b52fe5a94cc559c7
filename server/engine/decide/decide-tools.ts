/**
 * What deciding works with besides ruleset and claims.
 */
import type { Meter } from '../meter'
import type { Solver, SolverBudget } from '../solver/solver'

export interface DecideTools {
  /** Null where none is at hand: what only a solver can settle is then answered `needs solver`. */
  readonly solver: Solver | null
  readonly budget: SolverBudget
  /** `solver-only` asks the solver for verdict and relevance of everything. */
  readonly mode: 'tiers' | 'solver-only'
  readonly meter: Meter
}
