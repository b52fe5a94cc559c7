import type { ReviewState } from '../../api/terms/review-terms'
import type { OpenReviewFacts } from '../../database/reviews/review-facts'
import type { NamedRevision, OpenedRevision } from '../../database/rulesets/named-revisions'
import type { RulesetOutline } from '../engine-pool/outline-ruleset'
import type { InForceSpan } from '../in-force/now-in-force'
import { reviewStateOf } from '../reviews/review-brief'
import { type ApprovalState, type Demands, decideApprovalStatus } from '../signing/approval-status'

export interface RulesetRow {
  readonly name: string
  readonly hash: string
  readonly summary: string
  /** Null if it no longer compiles; `summary` says why. */
  readonly claims: number | null
  readonly assertions: number | null
  /** Includes this one. */
  readonly revisions: number
  readonly approval: ApprovalState
  /** Why approvals in force do not count; else null. */
  readonly approvalReason: string | null
  /** Why the engines of its approvals may give other results; else null. */
  readonly underOlderEngine: string | null
  readonly state: ReviewState
  /** Null if no review is open. */
  readonly review: { readonly dueOn: string | null; readonly openComments: number } | null
  /** The latest in force. */
  readonly approvedAt: string | null
  /** The revision of the name that applies now, which may be an earlier one; null if nothing is in force. */
  readonly inForce: InForceSpan | null
  /** A level-one id. */
  readonly domain: string | null
  readonly savedAt: string
  readonly savedBy: string
}

export interface SavedRevision {
  readonly hash: string
  readonly savedAt: string
  readonly savedBy: string
  readonly message: string | null
}

export interface NewerRevision extends SavedRevision {
  /** Null if the stored bytes are damaged. */
  readonly source: string | null
}

export interface OpenedRuleset extends NewerRevision {
  readonly name: string
  readonly revisions: number
  readonly approval: ApprovalState
  /** As in {@link RulesetRow}. */
  readonly approvalReason: string | null
  readonly label: { readonly domain: string | null; readonly term: string | null; readonly declined: boolean } | null
  readonly labelling: boolean
  /** As in {@link RulesetRow}. */
  readonly inForce: InForceSpan | null
  /** Null for a listed name, like `renamedTo`. */
  readonly archivedAt: string | null
  /** The name that replaced this one. */
  readonly renamedTo: string | null
  /** The name that this one replaced, and whose history has the revisions before. */
  readonly renamedFrom: string | null
  /** Newest first, including this one. */
  readonly history: readonly SavedRevision[]
}

type Saved = Pick<NamedRevision, 'hash' | 'boundAt' | 'boundBy' | 'message'>

export function toSavedRevision({ hash, boundAt, boundBy, message }: Saved): SavedRevision {
  return { hash, savedAt: boundAt.toISOString(), savedBy: boundBy, message }
}

export function toNewerRevision(opened: OpenedRevision): NewerRevision {
  return { ...toSavedRevision(opened), source: opened.source }
}

/** @param demands null if the namespace has no demands */
export function toOpenedRuleset(
  opened: OpenedRevision,
  history: readonly Saved[],
  labelling: boolean,
  demands: Demands | null,
  inForce: InForceSpan | null,
): OpenedRuleset {
  const { state: approval, reason: approvalReason } = decideApprovalStatus(opened, demands)
  const { name, revisionDepth, levelOne, levelTwo, declined } = opened
  const labelled = labelling && (levelOne !== null || declined)
  return {
    ...toNewerRevision(opened),
    name,
    revisions: revisionDepth + 1,
    approval,
    approvalReason,
    label: labelled ? { domain: levelOne, term: levelTwo, declined } : null,
    labelling,
    inForce,
    archivedAt: opened.archivedAt?.toISOString() ?? null,
    renamedTo: opened.renamedTo,
    renamedFrom: opened.renamedFrom,
    history: history.map(toSavedRevision),
  }
}

/**
 * @param demands null if the namespace has no demands
 * @param review the open one
 */
export function toRulesetRow(
  named: NamedRevision,
  outline: RulesetOutline,
  labelling: boolean,
  demands: Demands | null,
  underOlderEngine: string | null,
  { inForce, review }: { readonly inForce: InForceSpan | null; readonly review: OpenReviewFacts | null },
): RulesetRow {
  const status = decideApprovalStatus(named, demands)
  const { state: approval, reason: approvalReason } = status
  const { name, hash, revisionDepth, levelOne, boundAt, boundBy } = named
  return {
    name,
    hash,
    summary: outline.summary,
    claims: outline.counts?.claims ?? null,
    assertions: outline.counts?.rules ?? null,
    revisions: revisionDepth + 1,
    approval,
    approvalReason,
    underOlderEngine,
    state: reviewStateOf(status, review !== null),
    review: review && { dueOn: review.dueOn, openComments: review.openComments },
    approvedAt: named.approvedAt?.toISOString() ?? null,
    inForce,
    domain: labelling ? levelOne : null,
    savedAt: boundAt.toISOString(),
    savedBy: boundBy,
  }
}
