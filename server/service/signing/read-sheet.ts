/**
 * What a reviewer looks at before they sign: the exact review text of exactly these bytes, and what is known of them.
 *
 * Promises: read from the store on every call.
 */
import type { ApprovedBefore } from '../../store/approved-revisions'
import type { Caller } from '../caller'
import { namespaceOf } from '../namespace-of'
import { demandPermission } from '../permit'
import { maySign } from './may-sign'
import { reviewRow } from './review-row'
import { shownReview } from './shown-review'
import type { ApprovedRevision, Sheet } from './signing'
import type { SigningParts } from './signing-parts'

/** @throws Refusal RULESET_NOT_FOUND, BUDGET_EXCEEDED, ENGINE_BUSY */
export async function readSheet(parts: SigningParts, caller: Caller, hash: string): Promise<Sheet> {
  demandPermission(caller, 'read')
  const { store } = parts
  const namespaceId = namespaceOf(caller)
  const now = parts.now()
  const shown = await shownReview(parts, caller, hash)
  const [names, reviews, unsigned, bindings, before, may, means] = await Promise.all([
    store.namesOf(namespaceId, hash),
    store.listReviews(namespaceId, hash),
    store.unsignedApprovals(namespaceId, hash, now),
    store.bindingsOf(namespaceId, hash),
    store.approvedBefore(namespaceId, hash, now),
    maySign(parts, caller, hash, shown.review !== null),
    caller.person === null ? null : store.findProofMeans(caller.person.id),
  ])
  return {
    rulesetHash: hash,
    names,
    ...shown,
    records: reviews.map((review) => reviewRow(review, caller, now)),
    unsigned: unsigned.map((approval) => ({ ...approval, approvedAt: approval.approvedAt.toISOString() })),
    lastApproved: before === null ? null : await approvedRevision(parts, caller, before),
    savedBy: bindings.map(({ name, boundAt, boundBy, personId, message }) => ({
      ...{ name, label: boundBy, at: boundAt.toISOString(), message },
      mine: personId !== null && personId === caller.person?.id,
    })),
    may,
    methods: {
      password: means?.password ?? false,
      passkey: means?.passkey ?? false,
      session: means?.provider ?? false,
    },
  }
}

async function approvedRevision(
  parts: SigningParts,
  caller: Caller,
  before: ApprovedBefore,
): Promise<ApprovedRevision> {
  const { hash, name, approver, approvedAt, signed } = before
  const shown = await shownReview(parts, caller, hash)
  const { text } = await parts.rulesets.find(namespaceOf(caller), { ruleset_hash: hash })
  return {
    ...{ hash, name, signed },
    signedAt: approvedAt.toISOString(),
    printedName: approver,
    reviewText: shown.review === null ? null : shown.reviewText,
    review: shown.review,
    source: text.source,
  }
}
