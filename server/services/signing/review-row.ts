/**
 * A stored record as pages show it.
 *
 * Promises: what was signed is read from the signed statement itself; whether it still counts, from the database.
 */

import type { Meaning } from '../../api/review-meanings'
import { openRecord } from '../../attestation/review-statement'
import type { StoredReview } from '../../database/signing/reviews'
import type { EngineChange } from '../../engine/explain/engine-changes'
import type { Caller } from '../access/caller'
import type { SignInMethod } from '../accounts/session'
import { BUILT_IN_HASH } from '../units/unit-libraries'
import type { Demands } from './approval-status'
import { underOlderEngine } from './under-older-engine'

export interface ReviewRow {
  readonly id: string
  readonly rulesetHash: string
  /** Names of the ruleset as the signed statement has them. */
  readonly rulesetNames: readonly string[]
  /** As the statement has it. */
  readonly printedName: string
  /** The name that the person has now, where it is another one. */
  readonly renamedTo: string | null
  readonly email: string
  readonly meaning: Meaning
  readonly note: string | null
  readonly signedAt: string
  readonly method: SignInMethod
  /** From then on the approval counts no more; null where it never ends. */
  readonly expiresAt: string | null
  readonly expired: boolean
  /** Set on an approval that counts no more because of a withdrawal. */
  readonly withdrawn: {
    readonly at: string
    /** Label of the person. */
    readonly by: string
    readonly reason: string
    /** The record that withdrew it. */
    readonly recordId: string
  } | null
  /** For the meaning `withdrawn`: the record whose approval it ended. */
  readonly withdraws: string | null
  readonly unitLibraryHash: string | null
  /** Whether it was signed under another unit library than the one in force. */
  readonly underOtherLibrary: boolean
  readonly engineVersion: string
  readonly languageVersion: string
  readonly reviewDigest: string
  /** Why results may differ from those under the engine of the signature, in words; null where they do not. */
  readonly underOlderEngine: string | null
  /** Whether the caller signed it. */
  readonly mine: boolean
  /** Why an approval in force does not count in this namespace, in words; null where it does. */
  readonly uncounted: string | null
}

/**
 * @param demands of the bytes; null where the namespace demands nothing of them
 * @param changes what of the ruleset means something else since an engine
 */
export function reviewRow(
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
    underOlderEngine: underOlderEngine(changes, versions.engineVersion),
    mine: stored.personId === person?.id,
    uncounted: demands?.uncounted.get(stored.id) ?? null,
  }
}
