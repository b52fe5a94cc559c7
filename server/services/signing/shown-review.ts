import { Refusal } from '../../api/refusal'
import { VERSIONS } from '../../api/terms/versions'
import { sha256Hex } from '../../attestation/review-statement'
import type { EngineChange } from '../../engine/explain/engine-changes'
import type { ReviewDocument } from '../../engine/explain/review-document'
import { type Caller, namespaceOf } from '../calls/caller'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { LibraryText } from '../engine-pool/engine-job'
import type { RulesetLibrary } from '../library/ruleset-library'
import type { LibrarySource } from '../library/unit-libraries'

export interface ShownReview {
  readonly source: string
  readonly reviewText: string
  /** Null if the source does not compile. */
  readonly review: ReviewDocument | null
  readonly reviewDigest: string
  readonly unitLibraryHash: string | null
  readonly engineVersion: string
  readonly languageVersion: string
  /** Changes of meaning by engines. */
  readonly changes: readonly EngineChange[]
}

export interface ReviewSource extends Pick<LibrarySource, 'libraryOf'> {
  readonly engine: EngineDispatch
  readonly rulesets: RulesetLibrary
}

/**
 * If the bytes do not compile, the text says why, and an approval can still be withdrawn.
 * @throws Refusal RULESET_NOT_FOUND, BUDGET_EXCEEDED, ENGINE_BUSY
 */
export async function readShownReview(
  { engine, rulesets, libraryOf }: ReviewSource,
  caller: Caller,
  hash: string,
  under?: LibraryText,
): Promise<ShownReview> {
  const ruleset = await rulesets.findStored(namespaceOf(caller), hash)
  const library = under ?? (await libraryOf(caller))
  const { text, document, changes } = await engine.review(ruleset, library).catch(describeCompileFailure)
  return {
    source: ruleset.source,
    reviewText: text,
    review: document,
    reviewDigest: sha256Hex(text),
    unitLibraryHash: library.hash,
    engineVersion: VERSIONS.engine_version,
    languageVersion: VERSIONS.language_version,
    changes,
  }
}

/** The words must be stable, because their digest is signed. */
function describeCompileFailure(error: unknown): {
  readonly text: string
  readonly document: null
  readonly changes: []
} {
  if (!(error instanceof Refusal) || error.code !== 'COMPILE_FAILED') throw error
  const problems = (error.details.diagnostics ?? []).filter(({ severity }) => severity === 'error')
  const lines = problems.map(({ line, message }) => `- ${line === null ? '' : `Line ${line}: `}${message}\n`)
  const text = `This ruleset does not compile, so no review of it can be made. It decides nothing.\n\n${lines.join('')}`
  return { text, document: null, changes: [] }
}
