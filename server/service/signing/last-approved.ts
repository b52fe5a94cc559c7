/**
 * Which revision the bytes on a page are compared with.
 *
 * Promises: the nearest ancestor that is approved as approval-status.ts decides, or else what was approved last under a
 * name that the bytes bear or bore; its approver is one whose approval counts.
 */
import type { ApprovalFactVerbs } from '../../store/approval-facts'
import type { ApprovedCandidate, ApprovedRevisionVerbs, LatestApproval } from '../../store/approved-revisions'
import type { Caller } from '../caller'
import { namespaceOf } from '../namespace-of'
import { fourEyesOf } from './approval-status'

export type LastApproved = ApprovedCandidate & LatestApproval

interface Parts {
  readonly store: ApprovalFactVerbs & Pick<ApprovedRevisionVerbs, 'approvedCandidates' | 'latestApproval'>
  readonly now: () => Date
}

/** Candidates judged at a time. */
const PAGE = 50

export async function lastApproved({ store, now }: Parts, caller: Caller, hash: string): Promise<LastApproved | null> {
  const namespaceId = namespaceOf(caller)
  const at = now()
  for (let skip = 0; ; skip += PAGE) {
    const page = await store.approvedCandidates(namespaceId, hash, { at, skip, limit: PAGE })
    const counted = await countedApprovals({ store, now }, caller, page)
    for (const candidate of page) {
      const among = counted(candidate.hash)
      if (among !== null && among.length === 0) continue
      const approval = await store.latestApproval(namespaceId, candidate.hash, { at, among })
      if (approval !== null) return { ...candidate, ...approval }
    }
    if (page.length < PAGE) return null
  }
}

/** The records whose approvals count, by hash; null for all of them, where the namespace demands no other approver. */
async function countedApprovals(
  { store, now }: Pick<Parts, 'now'> & { readonly store: ApprovalFactVerbs },
  caller: Caller,
  page: readonly ApprovedCandidate[],
): Promise<(hash: string) => readonly string[] | null> {
  if (!caller.account.separateApprover) return () => null
  const hashes = [...new Set(page.map(({ hash }) => hash))]
  const facts = await store.approvalFacts(namespaceOf(caller), hashes, now())
  return (hash) => {
    const found = facts.get(hash)
    if (found === undefined) return []
    const { satisfied, uncounted } = fourEyesOf(found)
    return satisfied ? found.signed.map(({ recordId }) => recordId).filter((id) => !uncounted.has(id)) : []
  }
}
