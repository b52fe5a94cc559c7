/** Limits for one request, one namespace or one group. */
import { DEFAULT_BIND_LIMITS } from '../engine/claims/reading'
import { DEFAULT_LANGUAGE_LIMITS } from '../language/text/limits'
import { type AreaReading, type EnvironmentProblem, type GivenVariables, wholeNumber } from './variables'

/** Names are those of the API (public/docs/api.md, "Budgets"); variables are BUDGET_ and the name in capitals. */
export const DEFAULT_BUDGETS = {
  body_bytes: 1_048_576,
  ...DEFAULT_LANGUAGE_LIMITS,
  ...DEFAULT_BIND_LIMITS,
  approver_chars: 200,
  note_chars: 2_000,
  attribution_chars: 500,
  name_chars: 128,
  namespace_bytes: 256 * 1_024 * 1_024,
  frame_bytes: 1_048_576,
  /** Per group. */
  waiting_frames: 5_000,
  /** For all groups together. */
  waiting_frames_total: 20_000,
  projects_per_group: 200,
  guardrails_per_group: 1_000,
  applications_per_group: 1_000,
  labels_per_set: 10_000,
  label_sets_per_target: 100,
  evaluation_steps: 50_000_000,
  solver_steps: 200_000,
  /** About six seconds of one worker. */
  solver_steps_total: 10_000_000,
  solver_memory_mb: 512,
}

export type BudgetName = keyof typeof DEFAULT_BUDGETS
export type Budgets = Readonly<Record<BudgetName, number>>

const PREFIX = 'BUDGET_'

export const BUDGET_VARIABLES: readonly string[] = Object.keys(DEFAULT_BUDGETS).map(variableOf)

export function readBudgets(given: GivenVariables): AreaReading<Budgets> {
  const budgets = { ...DEFAULT_BUDGETS }
  const problems: EnvironmentProblem[] = []
  for (const [variable, text] of Object.entries(given)) {
    if (!variable.startsWith(PREFIX)) continue
    const name = variable.slice(PREFIX.length).toLowerCase()
    if (!isBudgetName(name) || variable !== variableOf(name)) {
      problems.push({ variable, problem: `is not a budget; the budgets are ${Object.keys(budgets).join(', ')}` })
      continue
    }
    const number = wholeNumber(1, Number.MAX_SAFE_INTEGER, budgets[name]).safeParse(text)
    if (number.success) budgets[name] = number.data
    else problems.push(...number.error.issues.map(({ message }) => ({ variable, problem: message })))
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, settings: budgets }
}

function variableOf(name: string): string {
  return PREFIX + name.toUpperCase()
}

function isBudgetName(name: string): name is BudgetName {
  return Object.hasOwn(DEFAULT_BUDGETS, name)
}
