/**
 * The refusal of a thing for which a group has no room (budgets `projects_per_group`, `guardrails_per_group` and
 * `applications_per_group`).
 */
import { Refusal } from '../../api/refusal'
import type { Budgets } from '../../config/budgets'

const BUDGETS = {
  project: 'projects_per_group',
  guardrail: 'guardrails_per_group',
  application: 'applications_per_group',
} as const

/** How many things of each kind a group keeps. */
export type GroupLimits = Pick<Budgets, (typeof BUDGETS)[keyof typeof BUDGETS]>

/** @param actual how many the group would have with it */
export function groupFull(thing: keyof typeof BUDGETS, limit: number, actual: number): Refusal {
  const budget = BUDGETS[thing]
  return new Refusal(
    'BUDGET_EXCEEDED',
    `A group has at most ${limit} ${thing}s. Remove one that is not used, or ask the operator to raise the budget ${budget}.`,
    { budget, limit, actual },
  )
}
