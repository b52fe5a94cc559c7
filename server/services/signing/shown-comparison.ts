import { canonicalJson, canonicalObject } from '../../api/canonical-json'
import { Refusal } from '../../api/refusal'
import { VERSIONS } from '../../api/terms/versions'
import { type ComparisonBudgets, sha256Hex } from '../../attestation/review-statement'
import type { ReviewVerbs } from '../../database/signing/reviews'
import type { EngineLimits } from '../../engine/batch/check-compiled'
import { type Caller, namespaceOf } from '../calls/caller'
import type { RulesetUnder } from '../engine-pool/engine-job'
import type { LibrarySource } from '../library/unit-libraries'
import type { Comparisons, Members } from '../meaning/comparisons'
import { type BaseDependencies, findApprovedBase, findLibraryOfBase } from './approved-base'
import type { ReviewSource } from './shown-review'

export interface ShownComparison {
  /** The approved revision; null without an approval. */
  readonly baseHash: string | null
  /** Null without a base. */
  readonly document: { readonly canonical: string; readonly sha256: string } | null
  readonly engineVersion: string
  readonly budgets: ComparisonBudgets
}

export interface ComparisonDependencies extends BaseDependencies, ReviewSource, LibrarySource {
  readonly store: BaseDependencies['store'] & Pick<ReviewVerbs, 'findReview'>
  readonly comparisons: Comparisons
}

/**
 * The same texts, libraries, budgets and engine give the same bytes. If a text does not compile or is too large, the
 * document says so and can be signed.
 * @throws Refusal RULESET_NOT_FOUND, ENGINE_BUSY
 */
export async function readShownComparison(
  dependencies: ComparisonDependencies,
  caller: Caller,
  hash: string,
): Promise<ShownComparison> {
  const base = await findApprovedBase(dependencies, caller, hash)
  const shown = {
    baseHash: base?.hash ?? null,
    engineVersion: VERSIONS.engine_version,
    budgets: pickComparisonBudgets(dependencies.engine.limits),
  }
  if (base === null) return { ...shown, document: null }
  const namespaceId = namespaceOf(caller)
  const before = {
    ruleset: await dependencies.rulesets.findStored(namespaceId, base.hash),
    library: await findLibraryOfBase(dependencies, caller, base),
  }
  const after = {
    ruleset: await dependencies.rulesets.findStored(namespaceId, hash),
    library: await dependencies.libraryOf(caller),
  }
  const members = await dependencies.comparisons
    .between(caller, before, after)
    .catch((error: unknown) => notCompared(error, before, after))
  return { ...shown, document: createComparisonDocument(members) }
}

/** @param members of a comparison's answer, as canonical JSON */
export function createComparisonDocument(members: Members): { readonly canonical: string; readonly sha256: string } {
  const canonical = canonicalObject(members)
  return { canonical, sha256: sha256Hex(canonical) }
}

export function pickComparisonBudgets(limits: EngineLimits): ComparisonBudgets {
  const { evaluation_steps, solver_memory_mb, solver_steps, solver_steps_total } = limits
  return { evaluation_steps, solver_memory_mb, solver_steps, solver_steps_total }
}

function notCompared(error: unknown, before: RulesetUnder, after: RulesetUnder): Members {
  const isOfTexts = error instanceof Refusal && ['COMPILE_FAILED', 'BUDGET_EXCEEDED'].includes(error.code)
  if (!isOfTexts) throw error
  const named = ({ ruleset, library }: RulesetUnder) =>
    canonicalJson({ ruleset_hash: ruleset.hash, unit_library_hash: library.hash })
  return {
    before: named(before),
    after: named(after),
    not_compared: canonicalJson(`This revision was not compared with the approved one. ${error.message}`),
    versions: canonicalJson({ ...VERSIONS }),
  }
}
