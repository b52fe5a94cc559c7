/**
 * The budgets of one engine call (service.md, "Budgets"); names are the wire's.
 */
import type { BindLimits } from '../../engine/bind/reading'
import type { SolverBudget } from '../../engine/solver/solver'
import type { LanguageLimits } from '../../language/limits'

export interface EngineLimits extends LanguageLimits, BindLimits, SolverBudget {
  /** Node visits and digit work of one check. */
  readonly evaluation_steps: number
}
