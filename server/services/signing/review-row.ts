import type { Meaning } from '../../api/terms/ruleset-terms'
import { openRecord, type SignerAccount } from '../../attestation/review-statement'
import type { SignedBlindTest } from '../../attestation/signed-blind-test'
import type { StoredReview } from '../../database/signing/reviews'
import type { EngineChange } from '../../engine/explain/engine-changes'
import type { SignInMethod } from '../accounts/session'
import type { Caller } from '../calls/caller'
import { BUILT_IN_HASH } from '../library/unit-libraries'
import type { Demands } from './approval-status'
import { explainOlderEngine } from './under-older-engine'

export interface ReviewRow {
  readonly id: string
  readonly rulesetHash: string
  readonly rulesetNames: readonly string[]
  /** As in the statement. */
  readonly printedName: string
  /** The current name, if it differs. */
  readonly renamedTo: string | null
  readonly email: string
  readonly meaning: Meaning
  readonly note: string | null
  readonly signedAt: string
  readonly method: SignInMethod
  readonly expiresAt: string | null
  readonly expired: boolean
  /** Set if the approval was withdrawn. */
  readonly withdrawn: {
    readonly at: string
    /** Label of the person. */
    readonly by: string
    readonly reason: string
    /** The withdrawal. */
    readonly recordId: string
  } | null
  /** The withdrawn approval. */
  readonly withdraws: string | null
  readonly unitLibraryHash: string | null
  /** Whether another library is in force. */
  readonly underOtherLibrary: boolean
  readonly engineVersion: string
  readonly languageVersion: string
  readonly reviewDigest: string
  /** Why the signature's engine may give other results; else null. */
  readonly underOlderEngine: string | null
  readonly mine: boolean
  /** Why an approval in force does not count here; else null. */
  readonly uncounted: string | null
  /** Who invited and confirmed the signer, as in the statement; null for a statement of an earlier release. */
  readonly account: SignerAccount | null
  /** Blind tests that the statement contains. */
  readonly blindTests: readonly SignedBlindTest[]
}

/** @param demands null if the namespace has no demands */
export function toReviewRow(
  stored: StoredReview,
  { person, account }: Caller,
  now: Date,
  demands: Demands | null,
  changes: readonly EngineChange[],
): ReviewRow {
  const { statement } = openRecord(stored)
  const { name: printedName, email } = statement.signer
  const { versions, unitLibrarySha256 } = statement
  const unitLibraryHash = unitLibrarySha256 === BUILT_IN_HASH ? null : unitLibrarySha256
  const { withdrawal, expiresAt } = stored
  return {
    id: stored.id,
    rulesetHash: stored.hash,
    rulesetNames: statement.rulesetNames,
    printedName,
    renamedTo: stored.presentName === printedName ? null : stored.presentName,
    email,
    meaning: stored.meaning,
    note: stored.note,
    signedAt: stored.signedAt.toISOString(),
    method: statement.authentication.method,
    expiresAt: expiresAt?.toISOString() ?? null,
    expired: expiresAt !== null && expiresAt <= now,
    withdrawn: withdrawal && { ...withdrawal, at: withdrawal.at.toISOString() },
    withdraws: stored.withdrawsId,
    unitLibraryHash,
    underOtherLibrary: unitLibraryHash !== account.unitLibraryHash,
    engineVersion: versions.engineVersion,
    languageVersion: versions.languageVersion,
    reviewDigest: statement.reviewSha256,
    underOlderEngine: explainOlderEngine(changes, versions.engineVersion),
    mine: stored.personId === person?.id,
    uncounted: demands?.uncounted.get(stored.id) ?? null,
    account: statement.signerAccount,
    blindTests: statement.blindTests ?? [],
  }
}
