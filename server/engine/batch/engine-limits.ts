/**
 * The budgets of one engine call (service.md, "Budgets"); names are the wire's.
 */

import type { LanguageLimits } from '../../language/semantics/limits'
import type { BindLimits } from '../claims/reading'
import type { SolverBudget } from '../solver/solver'

export interface EngineLimits extends LanguageLimits, BindLimits, SolverBudget {
  /** Node visits and digit work of one check. */
  readonly evaluation_steps: number
}
