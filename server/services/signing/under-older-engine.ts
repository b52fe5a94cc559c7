import { openRecord } from '../../attestation/review-statement'
import type { RulesetVerbs } from '../../database/rulesets/rulesets'
import type { ReviewVerbs, StoredReview } from '../../database/signing/reviews'
import { changesSince, type EngineChange } from '../../engine/explain/engine-changes'
import { type Caller, namespaceOf } from '../calls/caller'
import type { RulesetOutlines } from '../library/ruleset-outlines'
import type { LibrarySource } from '../library/unit-libraries'

/** Changes of meaning by engines; empty for a text that does not compile or is not stored here. */
export type ChangesOf = (caller: Caller, hashes: readonly string[]) => Promise<ChangesByHash>
export type ChangesByHash = (hash: string) => readonly EngineChange[]

interface ChangesDependencies extends Pick<LibrarySource, 'libraryOf'> {
  readonly store: Pick<RulesetVerbs, 'sizesOf'>
  readonly outlines: RulesetOutlines
}

/** The function may throw the Refusal ENGINE_BUSY. */
export function createChangesOf({ store, outlines, libraryOf }: ChangesDependencies): ChangesOf {
  return async (caller, hashes) => {
    if (hashes.length === 0) return () => []
    const namespaceId = namespaceOf(caller)
    const listed = await store.sizesOf(namespaceId, hashes)
    const outlined = await outlines.of(namespaceId, listed, await libraryOf(caller))
    return (hash) => outlined.get(hash)?.changes ?? []
  }
}

const READ_AGAIN = 'Results may differ from what was approved. Read the review again, and sign again where it is right.'

/** Null if the results are the same. */
export function explainOlderEngine(changes: readonly EngineChange[], engineVersion: string): string | null {
  const since = changesSince(changes, engineVersion)
  if (since.length === 0) return null
  return `Signed under engine ${engineVersion}. ${since.map(({ words }) => words).join(' ')} ${READ_AGAIN}`
}

export function explainUnknownEngine(changes: readonly EngineChange[]): string | null {
  if (changes.length === 0) return null
  const words = changes.map((change) => change.words).join(' ')
  return `It is not recorded under which engine this was approved. ${words} ${READ_AGAIN}`
}

/**
 * Null if one approval in force has the same results.
 * @param changes of the bytes, not empty
 */
export async function explainOnlyOlderEngines(
  { store, now }: { readonly store: Pick<ReviewVerbs, 'listReviews'>; readonly now: () => Date },
  namespaceId: string,
  hash: string,
  changes: readonly EngineChange[],
): Promise<string | null> {
  const at = now()
  const signed = (await store.listReviews(namespaceId, hash)).filter((review) => isInForce(review, at))
  const engines = signed.map((review) => openRecord(review).statement.versions.engineVersion)
  if (engines.some((engine) => explainOlderEngine(changes, engine) === null)) return null
  const latest = engines.at(-1)
  return latest === undefined ? explainUnknownEngine(changes) : explainOlderEngine(changes, latest)
}

function isInForce({ meaning, withdrawal, expiresAt }: StoredReview, at: Date): boolean {
  return meaning === 'approved' && withdrawal === null && (expiresAt === null || expiresAt > at)
}
