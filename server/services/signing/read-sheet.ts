import { openRecord } from '../../attestation/review-statement'
import type { ProofMeansVerbs } from '../../database/accounts/people'
import type {
  ApprovedRevisionVerbs,
  UnsignedApproval as StoredApproval,
} from '../../database/signing/approved-revisions'
import type { ReviewVerbs } from '../../database/signing/reviews'
import type { ReviewDocument } from '../../engine/explain/review-document'
import { demandPermission } from '../access/permit'
import { type Caller, namespaceOf } from '../calls/caller'
import { type CitationSource, readCitedClauses, type ShownCitations } from '../documents/cited-revisions'
import type { LibrarySource } from '../library/unit-libraries'
import { type JudgeDependencies, judgeDemands } from './approval-status'
import { type ApprovedBase, findApprovedBase, findLibraryOfBase } from './approved-base'
import { readSigningRights, type SigningRights } from './may-sign'
import { type ReviewRow, toReviewRow } from './review-row'
import { countOpenComments, type OpenCommentsDependencies } from './rules/open-comments'
import { type ReviewSource, readShownReview } from './shown-review'
import { explainOlderEngine, explainUnknownEngine } from './under-older-engine'

export interface Sheet {
  readonly rulesetHash: string
  readonly names: readonly string[]
  readonly heading: SheetHeading
  readonly source: string
  /** A page shows exactly these words. */
  readonly reviewText: string
  /** Null if the source does not compile. */
  readonly review: ReviewDocument | null
  /** SHA-256 of `reviewText`, lowercase hexadecimal. */
  readonly reviewDigest: string
  /** Null for the built-in standards. */
  readonly unitLibraryHash: string | null
  readonly engineVersion: string
  readonly languageVersion: string
  /** Oldest first, including expired and withdrawn ones. */
  readonly records: readonly ReviewRow[]
  /** Null without demands. */
  readonly demands: {
    readonly satisfied: boolean
    /** Null if approvals count, or without a signature. */
    readonly reason: string | null
    /** Sentences that say what is missing; empty if it is satisfied. */
    readonly missing: readonly string[]
  } | null
  /** Null if the ruleset cites nothing. */
  readonly citations: ShownCitations | null
  /** Comments that prevent an approval; 0 if the namespace does not demand that they are resolved. */
  readonly openComments: number
  /** Oldest first. */
  readonly unsigned: readonly UnsignedApproval[]
  /** See approved-base.ts. */
  readonly lastApproved: ApprovedRevision | null
  /** Oldest first. */
  readonly savedBy: readonly SavedBy[]
  readonly may: SigningRights
  readonly methods: { readonly password: boolean; readonly passkey: boolean; readonly session: boolean }
}

export interface SheetHeading {
  readonly names: readonly string[]
  /** The first of these that has names. */
  readonly from: 'statement' | 'approval' | 'now' | 'before'
}

export interface UnsignedApproval {
  /** At the time of the approval. */
  readonly rulesetNames: readonly string[]
  readonly approver: string
  readonly note: string | null
  readonly approvedAt: string
  readonly channel: 'program' | 'person' | 'agent'
  /** The credential or the agent's person, if any. */
  readonly reportedBy: string | null
  /** As in {@link ReviewRow}. */
  readonly underOlderEngine: string | null
}

export interface ApprovedRevision {
  readonly hash: string
  /** From the statement, or else at `signedAt`. */
  readonly rulesetNames: readonly string[]
  readonly signedAt: string
  readonly printedName: string
  /** False for a program or an agent. */
  readonly signed: boolean
  readonly channel: 'program' | 'person' | 'agent'
  /** As in {@link UnsignedApproval}. */
  readonly reportedBy: string | null
  /** Why the approval's engine may give other results. The comparison uses one engine and does not show it. */
  readonly underOlderEngine: string | null
  /** Null if no library is recorded. */
  readonly underOtherLibrary: boolean | null
  /** Null if it no longer compiles. */
  readonly reviewText: string | null
  readonly review: ReviewDocument | null
  readonly source: string
}

export interface SavedBy {
  readonly name: string
  readonly label: string
  readonly at: string
  readonly message: string | null
  readonly mine: boolean
}

export interface SheetDependencies extends ReviewSource, JudgeDependencies, LibrarySource {
  readonly store: JudgeDependencies['store'] &
    OpenCommentsDependencies['store'] &
    CitationSource['store'] &
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
  const { changes, ...shown } = await readShownReview(dependencies, caller, hash)
  const [names, reviews, unsigned, bindings, before, judged, may, means] = await Promise.all([
    store.namesOf(namespaceId, hash),
    store.listReviews(namespaceId, hash),
    store.unsignedApprovals(namespaceId, hash, now),
    store.bindingsOf(namespaceId, hash),
    findApprovedBase(dependencies, caller, hash),
    judgeDemands(dependencies, caller, [hash]),
    readSigningRights(dependencies, caller, hash, shown.review !== null),
    caller.person === null ? null : store.findProofMeans(caller.person.id),
  ])
  const demands = judged(hash)
  const records = reviews.map((review) => toReviewRow(review, caller, now, demands, changes))
  const reported = await withNames(dependencies, namespaceId, hash, unsigned)
  return {
    rulesetHash: hash,
    names,
    heading: sheetHeading({ names, records, unsigned: reported, bound: bindings.map(({ name }) => name) }),
    ...shown,
    records,
    demands: demands && { satisfied: demands.satisfied, reason: demands.reason, missing: demands.missing },
    citations: await readCitedClauses(dependencies, caller, hash),
    openComments: await countOpenComments(dependencies, caller, { hash, baseHash: before?.hash ?? null }),
    unsigned: reported.map((approval) => ({ ...approval, underOlderEngine: explainUnknownEngine(changes) })),
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
  const shown = await readShownReview(dependencies, caller, hash)
  const namespaceId = namespaceOf(caller)
  const record = recordId === null ? null : await dependencies.store.findReview(namespaceId, recordId)
  const statement = record === null ? null : openRecord(record).statement
  const library = await findLibraryOfBase(dependencies, caller, before)
  const isInForce = library.hash === shown.unitLibraryHash
  // It may still compile under the approval's library.
  const { changes } = isInForce ? shown : await readShownReview(dependencies, caller, hash, library)
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
      statement === null
        ? explainUnknownEngine(changes)
        : explainOlderEngine(changes, statement.versions.engineVersion),
    underOtherLibrary: statement === null ? null : !isInForce,
    reviewText: shown.review === null ? null : shown.reviewText,
    review: shown.review,
    source: shown.source,
  }
}

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

/** @param facts lists have the oldest first */
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

function latestNames(acts: readonly { readonly rulesetNames: readonly string[] }[]): readonly string[] | null {
  return acts.findLast(({ rulesetNames }) => rulesetNames.length > 0)?.rulesetNames ?? null
}
