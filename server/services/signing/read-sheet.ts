/**
 * What a reviewer looks at before they sign: the exact review text of exactly these bytes, and what is known of them.
 *
 * Promises: read from the store on every call.
 */
import type { UnsignedApproval as StoredApproval } from '../../database/signing/approved-revisions'
import type { Caller } from '../access/caller'
import { namespaceOf } from '../access/namespace-of'
import { demandPermission } from '../access/permit'
import { judgeDemands } from './approval-status'
import { type LastApproved, lastApproved } from './last-approved'
import { maySign } from './may-sign'
import { openRecord } from './open-record'
import { reviewRow } from './review-row'
import { sheetHeading } from './sheet-heading'
import { shownReview } from './shown-review'
import type { ApprovedRevision, Sheet, UnsignedApproval } from './signing'
import type { SigningParts } from './signing-parts'
import { underUnknownEngine } from './under-older-engine'

/** @throws Refusal RULESET_NOT_FOUND, BUDGET_EXCEEDED, ENGINE_BUSY */
export async function readSheet(parts: SigningParts, caller: Caller, hash: string): Promise<Sheet> {
  demandPermission(caller, 'read')
  const { store } = parts
  const namespaceId = namespaceOf(caller)
  const now = parts.now()
  const { changes, ...shown } = await shownReview(parts, caller, hash)
  const [names, reviews, unsigned, bindings, before, judged, may, means] = await Promise.all([
    store.namesOf(namespaceId, hash),
    store.listReviews(namespaceId, hash),
    store.unsignedApprovals(namespaceId, hash, now),
    store.bindingsOf(namespaceId, hash),
    lastApproved(parts, caller, hash),
    judgeDemands(parts, caller, [hash]),
    maySign(parts, caller, hash, shown.review !== null),
    caller.person === null ? null : store.findProofMeans(caller.person.id),
  ])
  const demands = judged(hash)
  const records = reviews.map((review) => reviewRow(review, caller, now, demands, changes))
  const reported = await withNames(parts, namespaceId, hash, unsigned)
  return {
    rulesetHash: hash,
    names,
    heading: sheetHeading({ names, records, unsigned: reported, bound: bindings.map(({ name }) => name) }),
    ...shown,
    records,
    demands: demands && { satisfied: demands.satisfied, reason: demands.reason },
    unsigned: reported.map((approval) => ({ ...approval, underOlderEngine: underUnknownEngine(changes) })),
    lastApproved: before === null ? null : await approvedRevision(parts, caller, before),
    savedBy: bindings.map(({ name, boundAt, boundBy, personId, message }) => ({
      ...{ name, label: boundBy, at: boundAt.toISOString(), message },
      mine: personId !== null && personId === caller.person?.id,
    })),
    may,
    methods: {
      password: (means?.password ?? false) && !caller.account.passkeyToSign,
      passkey: means?.passkey ?? false,
      session: means?.provider ?? false,
    },
  }
}

async function approvedRevision(parts: SigningParts, caller: Caller, before: LastApproved): Promise<ApprovedRevision> {
  const { hash, recordId, approver, approvedAt, channel, reportedBy } = before
  const shown = await shownReview(parts, caller, hash)
  const namespaceId = namespaceOf(caller)
  const record = recordId === null ? null : await parts.store.findReview(namespaceId, recordId)
  const statement = record === null ? null : openRecord(record).statement
  const [then = []] = statement === null ? await parts.store.namesAt(namespaceId, hash, [approvedAt]) : []
  return {
    ...{ hash, channel, reportedBy },
    signed: statement !== null,
    rulesetNames: statement?.rulesetNames ?? then,
    signedAt: approvedAt.toISOString(),
    printedName: statement?.signer.name ?? approver,
    reviewText: shown.review === null ? null : shown.reviewText,
    review: shown.review,
    source: shown.source,
  }
}

/** No statement names the ruleset of these: the bindings at the time of the approval do. */
async function withNames(
  { store }: SigningParts,
  namespaceId: string,
  hash: string,
  approvals: readonly StoredApproval[],
): Promise<Omit<UnsignedApproval, 'underOlderEngine'>[]> {
  const names = await store.namesAt(
    namespaceId,
    hash,
    approvals.map(({ approvedAt }) => approvedAt),
  )
  return approvals.map((approval, place) => ({
    ...approval,
    rulesetNames: names[place] ?? [],
    approvedAt: approval.approvedAt.toISOString(),
  }))
}
