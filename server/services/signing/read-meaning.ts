import type { Json } from '../../api/canonical-json'
import { Refusal } from '../../api/refusal'
import type { ComparisonBudgets } from '../../attestation/review-statement'
import { demandPermission } from '../access/permit'
import type { Caller } from '../calls/caller'
import { type ComparisonDependencies, readShownComparison } from './shown-comparison'
import { runSignedCases, type SignedCases, type SignedCasesDependencies } from './signed-cases'

export interface SheetMeaning {
  /** The approved revision, if any. */
  readonly baseHash: string | null
  /** Null without a base. */
  readonly comparison: {
    /** SHA-256 of the canonical JSON of `answer`. */
    readonly sha256: string
    /** POST /v1/comparison without `ok`, or a reason in `not_compared`. */
    readonly answer: Json
  } | null
  readonly engineVersion: string
  readonly budgets: ComparisonBudgets
  /** Null if the bytes do not compile. */
  readonly cases: SignedCases | null
}

/** @throws Refusal RULESET_NOT_FOUND, ENGINE_BUSY */
export async function readMeaning(
  dependencies: ComparisonDependencies & SignedCasesDependencies,
  caller: Caller,
  hash: string,
): Promise<SheetMeaning> {
  demandPermission(caller, 'read')
  const { baseHash, document, engineVersion, budgets } = await readShownComparison(dependencies, caller, hash)
  const cases = await runSignedCases(dependencies, caller, hash, baseHash).catch(unlessNotCompiling)
  const comparison = document && { sha256: document.sha256, answer: JSON.parse(document.canonical) as Json }
  return { baseHash, comparison, engineVersion, budgets, cases }
}

function unlessNotCompiling(error: unknown): null {
  if (error instanceof Refusal && ['COMPILE_FAILED', 'BUDGET_EXCEEDED'].includes(error.code)) return null
  throw error
}
