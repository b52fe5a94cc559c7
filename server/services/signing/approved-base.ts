/**
 * The approved revision that exact bytes are compared with.
 *
 * Promises: the nearest ancestor that is approved as approval-status.ts decides, or else what was approved last under a
 * name that the bytes bear or bore; never these bytes, and none that a person asks changes of. Its approver is one whose
 * approval counts.
 */
import { openRecord } from '../../attestation/review-statement'
import type {
  ApprovedCandidate,
  ApprovedRevisionVerbs,
  LatestApproval,
} from '../../database/signing/approved-revisions'
import type { ReviewVerbs } from '../../database/signing/reviews'
import { type Caller, namespaceOf } from '../access/caller'
import type { LibraryText } from '../engine-pool/engine-job'
import type { LibrarySource } from '../units/unit-libraries'
import { type JudgeDependencies, judgeDemands } from './approval-status'

export type ApprovedBase = ApprovedCandidate & LatestApproval

export interface BaseDependencies extends JudgeDependencies {
  readonly store: JudgeDependencies['store'] & Pick<ApprovedRevisionVerbs, 'approvedCandidates' | 'latestApproval'>
}

/** Candidates judged at a time. */
const PAGE = 50

/** Null where no revision is approved that these bytes could follow. @throws Refusal ENGINE_BUSY */
export async function approvedBase(
  { store, changesOf, now }: BaseDependencies,
  caller: Caller,
  hash: string,
): Promise<ApprovedBase | null> {
  const namespaceId = namespaceOf(caller)
  const at = now()
  for (let skip = 0; ; skip += PAGE) {
    const page = await store.approvedCandidates(namespaceId, hash, { at, skip, limit: PAGE })
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
    if (page.length < PAGE) return null
  }
}

interface BaseLibraryDependencies extends LibrarySource {
  readonly store: Pick<ReviewVerbs, 'findReview'>
}

/** The unit library that the base was approved under; the one in force, where no statement names one. */
export async function libraryOfBase(
  { store, libraryOf, libraryByHash }: BaseLibraryDependencies,
  caller: Caller,
  { recordId }: ApprovedBase,
): Promise<LibraryText> {
  const record = recordId === null ? null : await store.findReview(namespaceOf(caller), recordId)
  if (record === null) return libraryOf(caller)
  return libraryByHash(caller, openRecord(record).statement.unitLibrarySha256)
}
