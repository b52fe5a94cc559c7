import type { NamedRevision, OpenedRevision } from '../../database/rulesets/named-revisions'
import type { RulesetOutline } from '../engine-pool/outline-ruleset'
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
  /** The latest in force. */
  readonly approvedAt: string | null
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

/** @param demands null if there are none */
export function toOpenedRuleset(
  opened: OpenedRevision,
  history: readonly Saved[],
  labelling: boolean,
  demands: Demands | null,
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
    archivedAt: opened.archivedAt?.toISOString() ?? null,
    renamedTo: opened.renamedTo,
    renamedFrom: opened.renamedFrom,
    history: history.map(toSavedRevision),
  }
}

/** @param demands null if there are none */
export function toRulesetRow(
  named: NamedRevision,
  outline: RulesetOutline,
  labelling: boolean,
  demands: Demands | null,
  underOlderEngine: string | null,
): RulesetRow {
  const { state: approval, reason: approvalReason } = decideApprovalStatus(named, demands)
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
    approvedAt: named.approvedAt?.toISOString() ?? null,
    domain: labelling ? levelOne : null,
    savedAt: boundAt.toISOString(),
    savedBy: boundBy,
  }
}
