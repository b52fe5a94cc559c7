/**
 * The review of stored bytes, as a signer is shown it.
 *
 * Promises: made under the unit library in force, or under the one that is asked for; the digest is of exactly the text.
 */
import { sha256Hex } from '../../attest/review-statement'
import { VERSIONS } from '../../contract/versions'
import type { ReviewDocument } from '../../engine/describe/review-document'
import type { Caller } from '../caller'
import type { LibraryText } from '../engine/engine-job'
import { namespaceOf } from '../namespace-of'
import type { SigningParts } from './signing-parts'

export interface ShownReview {
  readonly source: string
  readonly reviewText: string
  readonly review: ReviewDocument
  readonly reviewDigest: string
  readonly unitLibraryHash: string | null
  readonly engineVersion: string
  readonly languageVersion: string
}

type ReviewParts = Pick<SigningParts, 'engine' | 'rulesets' | 'libraryOf'>

/** @throws Refusal RULESET_NOT_FOUND, COMPILE_FAILED, BUDGET_EXCEEDED, ENGINE_BUSY */
export async function shownReview(
  { engine, rulesets, libraryOf }: ReviewParts,
  caller: Caller,
  hash: string,
  under?: LibraryText,
): Promise<ShownReview> {
  const { text: ruleset } = await rulesets.find(namespaceOf(caller), { ruleset_hash: hash })
  const library = under ?? (await libraryOf(caller))
  const { text, document } = await engine.review(ruleset, library)
  return {
    source: ruleset.source,
    reviewText: text,
    review: document,
    reviewDigest: sha256Hex(text),
    unitLibraryHash: library.hash,
    engineVersion: VERSIONS.engine_version,
    languageVersion: VERSIONS.language_version,
  }
}
