/**
 * Approvals that were given under an older engine, of rulesets that mean something else since.
 *
 * Promises: such an approval still counts, unless the namespace demands otherwise (approval-status.ts); a text says so
 * wherever the approval is shown. Of an approval without a person's signature no engine is recorded, and the text says that.
 */

import { openRecord } from '../../attestation/review-statement'
import type { RulesetVerbs } from '../../database/rulesets/rulesets'
import type { ReviewVerbs, StoredReview } from '../../database/signing/reviews'
import { changesSince, type EngineChange } from '../../engine/explain/engine-changes'
import { type Caller, namespaceOf } from '../access/caller'
import type { RulesetOutlines } from '../rulesets/ruleset-outlines'
import type { LibrarySource } from '../units/unit-libraries'

/**
 * What engines changed in the meaning of stored rulesets, read from the outlines that are cached for lists. Of each of the
 * hashes; empty for a text that does not compile, or that is not stored here.
 */
export type ChangesOf = (caller: Caller, hashes: readonly string[]) => Promise<ChangesByHash>
export type ChangesByHash = (hash: string) => readonly EngineChange[]

interface ChangesDependencies extends Pick<LibrarySource, 'libraryOf'> {
  readonly store: Pick<RulesetVerbs, 'sizesOf'>
  readonly outlines: RulesetOutlines
}

/** The function may throw the Refusal ENGINE_BUSY. */
export function changesOfBytes({ store, outlines, libraryOf }: ChangesDependencies): ChangesOf {
  return async (caller, hashes) => {
    if (hashes.length === 0) return () => []
    const namespaceId = namespaceOf(caller)
    const listed = await store.sizesOf(namespaceId, hashes)
    const outlined = await outlines.of(namespaceId, listed, await libraryOf(caller))
    return (hash) => outlined.get(hash)?.changes ?? []
  }
}

const AGAIN = 'Results may differ from what was approved. Read the review again, and sign again where it is right.'

/** In words for people; null where the engine gives the same results as the one of the signature. */
export function underOlderEngine(changes: readonly EngineChange[], engineVersion: string): string | null {
  const since = changesSince(changes, engineVersion)
  if (since.length === 0) return null
  return `Signed under engine ${engineVersion}. ${since.map(({ words }) => words).join(' ')} ${AGAIN}`
}

/** The same of an approval without a signature. */
export function underUnknownEngine(changes: readonly EngineChange[]): string | null {
  if (changes.length === 0) return null
  const words = changes.map((change) => change.words).join(' ')
  return `It is not recorded under which engine this was approved. ${words} ${AGAIN}`
}

/**
 * Of bytes with approvals in force: why all of them were given under an engine with other results than today; null where
 * one of them was not.
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
