/**
 * What a signer is shown beside the sheet: what the bytes change in meaning, and how their test cases come out.
 *
 * Promises: computed in the workers, so that the sheet does not wait for it. What is shown is what `prepare` demands: the
 * digest of the comparison.
 */
import type { Json } from '../../api/canonical-json'
import { Refusal } from '../../api/refusal'
import type { ComparisonBudgets } from '../../attestation/review-statement'
import type { Caller } from '../access/caller'
import { demandPermission } from '../access/permit'
import { type ComparisonDependencies, shownComparison } from './shown-comparison'
import { type SignedCases, type SignedCasesDependencies, signedCases } from './signed-cases'

export interface SheetMeaning {
  /** Hash of the approved revision that the bytes are compared with; null where there is none. */
  readonly baseHash: string | null
  /** Null where there is nothing to compare with. */
  readonly comparison: {
    /** SHA-256 of the canonical JSON of `answer`: what `prepare` takes, and what is signed. */
    readonly sha256: string
    /** As POST /v1/comparison answers, without `ok`; or `not_compared` with the reason beside `before` and `after`. */
    readonly answer: Json
  } | null
  readonly engineVersion: string
  readonly budgets: ComparisonBudgets
  /** Null where the bytes do not compile. */
  readonly cases: SignedCases | null
}

/** @throws Refusal RULESET_NOT_FOUND, ENGINE_BUSY */
export async function readMeaning(
  dependencies: ComparisonDependencies & SignedCasesDependencies,
  caller: Caller,
  hash: string,
): Promise<SheetMeaning> {
  demandPermission(caller, 'read')
  const { baseHash, document, engineVersion, budgets } = await shownComparison(dependencies, caller, hash)
  const cases = await signedCases(dependencies, caller, hash, baseHash).catch(unlessNotCompiling)
  const comparison = document && { sha256: document.sha256, answer: JSON.parse(document.canonical) as Json }
  return { baseHash, comparison, engineVersion, budgets, cases }
}

function unlessNotCompiling(error: unknown): null {
  if (error instanceof Refusal && ['COMPILE_FAILED', 'BUDGET_EXCEEDED'].includes(error.code)) return null
  throw error
}
