/** Refuses with VALIDATION_REJECTED (every failing field) or BUDGET_EXCEEDED. */
import { CheckBytes, type CheckedAssertion } from '../../api/check-bytes'
import { Refusal } from '../../api/refusal'
import type { LanguageLimits } from '../../language/text/limits'
import type { Bound } from '../claims/binding'
import type { BindLimits } from '../claims/reading'
import type { CompiledRuleset } from '../compile'
import type { Meter, SolverStepsExceededError, StepsExceededError } from '../core/meter'
import type { AssertionResult } from '../decide/assertion-result'
import { decideAll } from '../decide/decide'
import { decideInTurns, type Progress, Unfinished } from '../decide/decide-in-turns'
import type { DecideTools } from '../decide/decide-possible'
import { TURN, type TurnLength } from '../decide/solver-in-turns'
import type { DefinitionValue } from '../definitions'
import { citedClauses } from '../explain/citing-rules'
import { POSSIBLE_STEPS, type ReportValue, reportValues } from '../reports'
import type { Solver, SolverBudget, SolverMemoryExceededError } from '../solver/solver'

/** With the names of the API (public/docs/api.md, "Budgets"). */
export interface EngineLimits extends LanguageLimits, BindLimits, SolverBudget {
  /** Node visits and digit work of one check. */
  readonly evaluation_steps: number
  /** Z3 rlimit units of one check. */
  readonly solver_steps_total: number
}

/** Precomputes the part of the payload that no claim changes. */
export class CheckableRuleset {
  readonly bytes: CheckBytes

  constructor(readonly compiled: CompiledRuleset) {
    const { input, ruleset } = compiled
    const { byAssertion } = compiled.definitions
    const frames = ruleset.assertions.map(({ name, policy, source, comment }, index) => ({
      name,
      policy,
      source,
      note: comment.length === 0 ? null : comment.join('\n'),
      citations: citedClauses(ruleset, name),
      definitions: byAssertion[index] ?? [],
    }))
    this.bytes = new CheckBytes(input.hash, input.unitLibraryHash, frames)
  }

  /** The values of definitions by index; see {@link Definitions.values}. */
  definitionValues({ known }: Bound): readonly (DefinitionValue | undefined)[] {
    return this.compiled.definitions.values(this.compiled.program, known)
  }

  /**
   * @param here steps after which a search of possible values is left to a worker
   * @throws StepsExceededError only beyond them
   */
  reportValues({ known, unbridged }: Bound, here: number): readonly ReportValue[] {
    return reportValues(this.compiled.program, known, unbridged, { steps: POSSIBLE_STEPS, here })
  }
}

export interface CheckTools {
  readonly solver: Solver | null
  readonly mode: DecideTools['mode']
  readonly meter: Meter
  readonly limits: EngineLimits
  /** Steps that what follows the decisions may take here; absent in a worker. */
  readonly stepsHere?: number
}

export type ResultFormat<T> = (
  checkable: CheckableRuleset,
  binding: Bound,
  results: readonly AssertionResult[],
  tools: Pick<CheckTools, 'stepsHere'>,
) => T

export const inBytes: ResultFormat<string> = (checkable, binding, results, { stepsHere = POSSIBLE_STEPS }) => {
  const reports = checkable.reportValues(binding, stepsHere)
  return checkable.bytes.render(binding, results, checkable.definitionValues(binding), reports)
}
export const inObjects: ResultFormat<readonly CheckedAssertion[]> = ({ bytes }, _, results) =>
  bytes.checkedAssertions(results)

/**
 * @returns null if `tools` lacks a needed solver
 * @throws StepsExceededError when `tools.meter` or `tools.stepsHere` is spent
 */
export function checkCompiled<T>(
  checkable: CheckableRuleset,
  claims: Readonly<Record<string, unknown>>,
  tools: CheckTools,
  format: ResultFormat<T>,
): T | null {
  const binding = bindOrRefuse(checkable, claims, tools.meter)
  const results = decideBound(checkable, binding, tools)
  return results === null ? null : format(checkable, binding, results, tools)
}

/** @throws Refusal VALIDATION_REJECTED, BUDGET_EXCEEDED */
export function bindOrRefuse(
  { compiled }: CheckableRuleset,
  claims: Readonly<Record<string, unknown>>,
  meter: Meter,
): Bound {
  const binding = compiled.binder.bind(claims, meter)
  if (!binding.ok) throw rejectionRefusal(binding)
  return binding
}

/** Returns the results in order; null if `tools` lacks a needed solver. */
export function decideBound(
  { compiled }: CheckableRuleset,
  binding: Bound,
  { solver, mode, meter, limits }: CheckTools,
): readonly AssertionResult[] | null {
  const results = decideAll(compiled.program, binding.known, binding.unbridged, { solver, mode, meter, budget: limits })
  return results === 'needs solver' ? null : results
}

/**
 * One turn of a check (decide-in-turns.ts).
 * @param before end of the previous turn, under the same claims; null at first
 * @throws as {@link checkCompiled}
 */
export function checkInTurns<T>(
  checkable: CheckableRuleset,
  claims: Readonly<Record<string, unknown>>,
  tools: CheckTools,
  format: ResultFormat<T>,
  before: Progress | null,
  length: TurnLength = TURN,
): T | null | Unfinished<Progress> {
  const binding = bindOrRefuse(checkable, claims, tools.meter)
  const { solver, mode, meter, limits } = tools
  const decideTools = { solver, mode, meter, budget: limits }
  const { program } = checkable.compiled
  const results = decideInTurns(program, binding.known, binding.unbridged, decideTools, before, length)
  if (results instanceof Unfinished) return results
  return results === 'needs solver' ? null : format(checkable, binding, results, tools)
}

type Rejection = Extract<ReturnType<CompiledRuleset['binder']['bind']>, { ok: false }>

function rejectionRefusal(rejected: Rejection): Refusal {
  if ('budget' in rejected) {
    const { budget, limit, actual } = rejected
    return new Refusal(
      'BUDGET_EXCEEDED',
      `A claim value exceeds the budget ${budget}: ${actual} where ${limit} are allowed.`,
      { budget, limit, actual },
    )
  }
  const { failures, failureCount } = rejected
  const fields = failures.slice(0, 3).map((failure) => failure.field)
  const more = failureCount > fields.length ? ` and ${failureCount - fields.length} more` : ''
  const cut = failureCount > failures.length ? ` The first ${failures.length} of ${failureCount} are listed.` : ''
  return new Refusal(
    'VALIDATION_REJECTED',
    `The claim dictionary does not fit the ruleset: look at ${fields.join(', ')}${more}.${cut}`,
    { failures, failure_count: failureCount },
  )
}

export function stepsRefusal(error: StepsExceededError): Refusal {
  return new Refusal('BUDGET_EXCEEDED', `The check needs more than ${error.limit} evaluation steps.`, {
    budget: 'evaluation_steps',
    limit: error.limit,
  })
}

/** The work was done, so the check is charged (call-ledger.ts). */
export function solverStepsRefusal({ limit, actual }: SolverStepsExceededError): Refusal {
  return new Refusal(
    'BUDGET_EXCEEDED',
    `The assertions of this check need more than ${limit} solver steps together. Submit values for more claims, or split the ruleset. The check was charged.`,
    { budget: 'solver_steps_total', limit, actual },
  )
}

export function memoryRefusal(error: SolverMemoryExceededError): Refusal {
  return new Refusal('BUDGET_EXCEEDED', `The solver needs more than ${error.limit} MB for this check.`, {
    budget: 'solver_memory_mb',
    limit: error.limit,
  })
}
