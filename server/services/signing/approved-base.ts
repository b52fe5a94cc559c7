/**
 * Bytes are compared with their nearest approved ancestor, or else with the last approved revision of their names.
 * Revisions with a request for changes are skipped.
 */
import { openRecord } from '../../attestation/review-statement'
import type {
  ApprovedCandidate,
  ApprovedRevisionVerbs,
  LatestApproval,
} from '../../database/signing/approved-revisions'
import type { ReviewVerbs } from '../../database/signing/reviews'
import { type Caller, namespaceOf } from '../calls/caller'
import type { LibraryText } from '../engine-pool/engine-job'
import type { LibrarySource } from '../library/unit-libraries'
import { type JudgeDependencies, judgeDemands } from './approval-status'

export type ApprovedBase = ApprovedCandidate & LatestApproval

export interface BaseDependencies extends JudgeDependencies {
  readonly store: JudgeDependencies['store'] & Pick<ApprovedRevisionVerbs, 'approvedCandidates' | 'latestApproval'>
}

const CANDIDATES_AT_ONCE = 50

/** Null without an approved revision. @throws Refusal ENGINE_BUSY */
export async function findApprovedBase(
  { store, changesOf, now }: BaseDependencies,
  caller: Caller,
  hash: string,
): Promise<ApprovedBase | null> {
  const namespaceId = namespaceOf(caller)
  const at = now()
  for (let skip = 0; ; skip += CANDIDATES_AT_ONCE) {
    const page = await store.approvedCandidates(namespaceId, hash, { at, skip, limit: CANDIDATES_AT_ONCE })
    const demands = await judgeDemands(
      { store, changesOf, now },
      caller,
      page.map(({ hash }) => hash),
    )
    for (const candidate of page) {
      if (candidate.changesRequested > 0) continue
      const among = demands(candidate.hash)?.counted ?? null
      if (among !== null && among.length === 0) continue
      const approval = await store.latestApproval(namespaceId, candidate.hash, { at, among })
      if (approval !== null) return { ...candidate, ...approval }
    }
    if (page.length < CANDIDATES_AT_ONCE) return null
  }
}

interface BaseLibraryDependencies extends LibrarySource {
  readonly store: Pick<ReviewVerbs, 'findReview'>
}

/** The library of the approval, or the one in force if it is unsigned. */
export async function findLibraryOfBase(
  { store, libraryOf, libraryByHash }: BaseLibraryDependencies,
  caller: Caller,
  { recordId }: ApprovedBase,
): Promise<LibraryText> {
  const record = recordId === null ? null : await store.findReview(namespaceOf(caller), recordId)
  if (record === null) return libraryOf(caller)
  return libraryByHash(caller, openRecord(record).statement.unitLibrarySha256)
}
