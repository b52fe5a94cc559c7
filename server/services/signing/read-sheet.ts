/**
 * What a reviewer looks at before they sign: the exact review text of exactly these bytes, and what is known of them.
 *
 * Promises: read from the store on every call.
 */

import { openRecord } from '../../attestation/review-statement'
import type { ProofMeansVerbs } from '../../database/accounts/people'
import type {
  ApprovedRevisionVerbs,
  UnsignedApproval as StoredApproval,
} from '../../database/signing/approved-revisions'
import type { ReviewVerbs } from '../../database/signing/reviews'
import type { ReviewDocument } from '../../engine/explain/review-document'
import { type Caller, namespaceOf } from '../access/caller'
import { demandPermission } from '../access/permit'
import type { LibrarySource } from '../units/unit-libraries'
import { type JudgeDependencies, judgeDemands } from './approval-status'
import { type ApprovedBase, approvedBase, libraryOfBase } from './approved-base'
import { maySign, type SigningRights } from './may-sign'
import { type ReviewRow, reviewRow } from './review-row'
import { type ReviewSource, shownReview } from './shown-review'
import { underOlderEngine, underUnknownEngine } from './under-older-engine'

export interface Sheet {
  readonly rulesetHash: string
  /** Names that point at these bytes now. */
  readonly names: readonly string[]
  readonly heading: SheetHeading
  readonly source: string
  /** Exactly the text that is digested: a page shows this, or the same words set for the eye. */
  readonly reviewText: string
  /** The same review as a document (components/rulesets/review-view.tsx sets it); null where the source does not compile. */
  readonly review: ReviewDocument | null
  /** SHA-256 of `reviewText` in UTF-8, lowercase hexadecimal. */
  readonly reviewDigest: string
  /** Null for the built-in standards. */
  readonly unitLibraryHash: string | null
  readonly engineVersion: string
  readonly languageVersion: string
  /** Every signed record of these bytes, oldest first: expired and withdrawn ones too. */
  readonly records: readonly ReviewRow[]
  /** How the demands of the namespace on approvals are met; null where it demands nothing of these bytes. */
  readonly demands: {
    readonly satisfied: boolean
    /** Why approvals in force do not count, in words; null where they do, or where there is no signature. */
    readonly reason: string | null
  } | null
  /** Approvals without a person's signature, oldest first. */
  readonly unsigned: readonly UnsignedApproval[]
  /** The nearest approved ancestor, or else the latest approved revision of a name of these bytes: see approved-base.ts. */
  readonly lastApproved: ApprovedRevision | null
  /** Who bound a name to these bytes, oldest first. */
  readonly savedBy: readonly SavedBy[]
  readonly may: SigningRights
  /** How the caller can prove again who they are. */
  readonly methods: { readonly password: boolean; readonly passkey: boolean; readonly session: boolean }
}

/** By which names a page calls the bytes: bytes that were signed have the names of the signature. */
export interface SheetHeading {
  readonly names: readonly string[]
  /**
   * Where they are from: the latest signed statement; the bindings at the time of the latest approval without one; the
   * names of today, where there is no approval and no signature; names that pointed here before, where none does today.
   */
  readonly from: 'statement' | 'approval' | 'now' | 'before'
}

export interface UnsignedApproval {
  /** Names that pointed at the bytes when it was given: no statement has them. */
  readonly rulesetNames: readonly string[]
  readonly approver: string
  readonly note: string | null
  readonly approvedAt: string
  readonly channel: 'program' | 'person' | 'agent'
  /** Label of the credential, or of the person behind the agent; null where no credential was demanded. */
  readonly reportedBy: string | null
  /** As of a {@link ReviewRow}: the engine of such an approval is not recorded. */
  readonly underOlderEngine: string | null
}

export interface ApprovedRevision {
  readonly hash: string
  /** Of the signed statement; names that pointed at it at `signedAt`, where there is no signature. */
  readonly rulesetNames: readonly string[]
  readonly signedAt: string
  readonly printedName: string
  /** False for an approval that a program or an agent recorded. */
  readonly signed: boolean
  readonly channel: 'program' | 'person' | 'agent'
  /** As of an {@link UnsignedApproval}. */
  readonly reportedBy: string | null
  /**
   * Why results may differ from those that were approved, because of the engine of the approval, in words; null where
   * they do not. The comparison is made with one engine and does not show it.
   */
  readonly underOlderEngine: string | null
  /** Whether it was approved under another unit library than the one in force; null where that is not recorded. */
  readonly underOtherLibrary: boolean | null
  /** Null where that revision no longer compiles. */
  readonly reviewText: string | null
  /** The same review as a document: the page shows the changes from it. Null where `reviewText` is. */
  readonly review: ReviewDocument | null
  readonly source: string
}

export interface SavedBy {
  readonly name: string
  readonly label: string
  readonly at: string
  readonly message: string | null
  /** Whether the caller saved it. */
  readonly mine: boolean
}

export interface SheetDependencies extends ReviewSource, JudgeDependencies, LibrarySource {
  readonly store: JudgeDependencies['store'] &
    ApprovedRevisionVerbs &
    ProofMeansVerbs &
    Pick<ReviewVerbs, 'listReviews' | 'findReview'>
}

/** @throws Refusal RULESET_NOT_FOUND, BUDGET_EXCEEDED, ENGINE_BUSY */
export async function readSheet(dependencies: SheetDependencies, caller: Caller, hash: string): Promise<Sheet> {
  demandPermission(caller, 'read')
  const { store } = dependencies
  const namespaceId = namespaceOf(caller)
  const now = dependencies.now()
  const { changes, ...shown } = await shownReview(dependencies, caller, hash)
  const [names, reviews, unsigned, bindings, before, judged, may, means] = await Promise.all([
    store.namesOf(namespaceId, hash),
    store.listReviews(namespaceId, hash),
    store.unsignedApprovals(namespaceId, hash, now),
    store.bindingsOf(namespaceId, hash),
    approvedBase(dependencies, caller, hash),
    judgeDemands(dependencies, caller, [hash]),
    maySign(dependencies, caller, hash, shown.review !== null),
    caller.person === null ? null : store.findProofMeans(caller.person.id),
  ])
  const demands = judged(hash)
  const records = reviews.map((review) => reviewRow(review, caller, now, demands, changes))
  const reported = await withNames(dependencies, namespaceId, hash, unsigned)
  return {
    rulesetHash: hash,
    names,
    heading: sheetHeading({ names, records, unsigned: reported, bound: bindings.map(({ name }) => name) }),
    ...shown,
    records,
    demands: demands && { satisfied: demands.satisfied, reason: demands.reason },
    unsigned: reported.map((approval) => ({ ...approval, underOlderEngine: underUnknownEngine(changes) })),
    lastApproved: before === null ? null : await approvedRevision(dependencies, caller, before),
    savedBy: bindings.map(({ name, boundAt, boundBy, personId, message }) => ({
      name,
      label: boundBy,
      at: boundAt.toISOString(),
      message,
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

async function approvedRevision(
  dependencies: SheetDependencies,
  caller: Caller,
  before: ApprovedBase,
): Promise<ApprovedRevision> {
  const { hash, recordId, approver, approvedAt, channel, reportedBy } = before
  const shown = await shownReview(dependencies, caller, hash)
  const namespaceId = namespaceOf(caller)
  const record = recordId === null ? null : await dependencies.store.findReview(namespaceId, recordId)
  const statement = record === null ? null : openRecord(record).statement
  const library = await libraryOfBase(dependencies, caller, before)
  const isInForce = library.hash === shown.unitLibraryHash
  // What is not shown any more under the library in force may still be compared, under that of the approval.
  const { changes } = isInForce ? shown : await shownReview(dependencies, caller, hash, library)
  const [then = []] = statement === null ? await dependencies.store.namesAt(namespaceId, hash, [approvedAt]) : []
  return {
    hash,
    channel,
    reportedBy,
    signed: statement !== null,
    rulesetNames: statement?.rulesetNames ?? then,
    signedAt: approvedAt.toISOString(),
    printedName: statement?.signer.name ?? approver,
    underOlderEngine:
      statement === null ? underUnknownEngine(changes) : underOlderEngine(changes, statement.versions.engineVersion),
    underOtherLibrary: statement === null ? null : !isInForce,
    reviewText: shown.review === null ? null : shown.reviewText,
    review: shown.review,
    source: shown.source,
  }
}

/** No statement names the ruleset of these: the bindings at the time of the approval do. */
async function withNames(
  { store }: SheetDependencies,
  namespaceId: string,
  hash: string,
  approvals: readonly StoredApproval[],
): Promise<Omit<UnsignedApproval, 'underOlderEngine'>[]> {
  const names = await store.namesAt(
    namespaceId,
    hash,
    approvals.map(({ approvedAt }) => approvedAt),
  )
  return approvals.map((approval, index) => ({
    ...approval,
    rulesetNames: names[index] ?? [],
    approvedAt: approval.approvedAt.toISOString(),
  }))
}

/**
 * By which names a page calls exact bytes.
 *
 * Promises: what was signed is called as the latest signed statement calls it, whatever points at it today; what was
 * approved without a statement, as it was called then.
 *
 * @param facts `names` point at the bytes today; `bound` is every name that ever did, oldest first; `records` and
 * `unsigned` are oldest first
 */
function sheetHeading(facts: {
  readonly names: readonly string[]
  readonly bound: readonly string[]
  readonly records: readonly Pick<ReviewRow, 'rulesetNames'>[]
  readonly unsigned: readonly Pick<UnsignedApproval, 'rulesetNames'>[]
}): SheetHeading {
  const signed = latestNames(facts.records)
  if (signed !== null) return { names: signed, from: 'statement' }
  const approved = latestNames(facts.unsigned)
  if (approved !== null) return { names: approved, from: 'approval' }
  if (facts.names.length > 0) return { names: facts.names, from: 'now' }
  return { names: facts.bound.slice(-1), from: 'before' }
}

/** Null where no act names the ruleset. */
function latestNames(acts: readonly { readonly rulesetNames: readonly string[] }[]): readonly string[] | null {
  return acts.findLast(({ rulesetNames }) => rulesetNames.length > 0)?.rulesetNames ?? null
}
