/**
 * Which revision the bytes on a page are compared with.
 *
 * Promises: the nearest ancestor that is approved as approval-status.ts decides, or else what was approved last under a
 * name that the bytes bear or bore; its approver is one whose approval counts.
 */
import type {
  ApprovedCandidate,
  ApprovedRevisionVerbs,
  LatestApproval,
} from '../../database/signing/approved-revisions'
import type { Caller } from '../access/caller'
import { namespaceOf } from '../access/namespace-of'
import { type JudgeParts, judgeDemands } from './approval-status'

export type LastApproved = ApprovedCandidate & LatestApproval

type Parts = JudgeParts & {
  readonly store: Pick<ApprovedRevisionVerbs, 'approvedCandidates' | 'latestApproval'>
}

/** Candidates judged at a time. */
const PAGE = 50

export async function lastApproved(
  { store, changesOf, now }: Parts,
  caller: Caller,
  hash: string,
): Promise<LastApproved | null> {
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
      const among = demands(candidate.hash)?.counted ?? null
      if (among !== null && among.length === 0) continue
      const approval = await store.latestApproval(namespaceId, candidate.hash, { at, among })
      if (approval !== null) return { ...candidate, ...approval }
    }
    if (page.length < PAGE) return null
  }
}
