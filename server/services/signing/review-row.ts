/**
 * A stored record as pages show it.
 *
 * Promises: what was signed is told from the signed statement itself; whether it still counts, from the database.
 */

import type { StoredReview } from '../../database/signing/reviews'
import type { EngineChange } from '../../engine/explain/engine-changes'
import type { Caller } from '../access/caller'
import { BUILT_IN_HASH } from '../units/unit-libraries'
import type { Demands } from './approval-status'
import { openRecord } from './open-record'
import type { ReviewRow } from './signing'
import { underOlderEngine } from './under-older-engine'

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
