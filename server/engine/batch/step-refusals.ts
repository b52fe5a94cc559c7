/**
 * Budgets that a check met while it was decided, as refusals.
 */
import { Refusal } from '../../api/refusal'
import type { StepsExceeded } from '../meter'
import type { SolverMemoryExceeded } from '../solver/solver'

export function stepsRefusal(error: StepsExceeded): Refusal {
  return new Refusal('BUDGET_EXCEEDED', `The check needs more than ${error.limit} evaluation steps.`, {
    budget: 'evaluation_steps',
    limit: error.limit,
  })
}

export function memoryRefusal(error: SolverMemoryExceeded): Refusal {
  return new Refusal('BUDGET_EXCEEDED', `The solver needs more than ${error.limit} MB for this check.`, {
    budget: 'solver_memory_mb',
    limit: error.limit,
  })
}
