/** Whether the approvals in force of some bytes were all given under an engine that gives other results than the one of today. */

import type { ReviewVerbs, StoredReview } from '../../database/signing/reviews'
import type { EngineChange } from '../../engine/explain/engine-changes'
import { openRecord } from './open-record'
import { underOlderEngine, underUnknownEngine } from './under-older-engine'

/**
 * Of bytes with approvals in force: why none of them stands for the results of today; null where one does.
 *
 * @param changes of the bytes, not empty
 */
export async function onlyUnderOlderEngine(
  { store, now }: { readonly store: Pick<ReviewVerbs, 'listReviews'>; readonly now: () => Date },
  namespaceId: string,
  hash: string,
  changes: readonly EngineChange[],
): Promise<string | null> {
  const at = now()
  const signed = (await store.listReviews(namespaceId, hash)).filter((review) => isInForce(review, at))
  const engines = signed.map((review) => openRecord(review).statement.versions.engineVersion)
  if (engines.some((engine) => underOlderEngine(changes, engine) === null)) return null
  const latest = engines.at(-1)
  return latest === undefined ? underUnknownEngine(changes) : underOlderEngine(changes, latest)
}

function isInForce({ meaning, withdrawal, expiresAt }: StoredReview, at: Date): boolean {
  return meaning === 'approved' && withdrawal === null && (expiresAt === null || expiresAt > at)
}
