/** Rulesets as pages list and open them: plain JSON data, made of the rows of the store. */

import type { NamedRevision, OpenedRevision } from '../../database/rulesets/named-revisions'
import type { RulesetOutline } from '../engine-pool/outline-ruleset'
import { type ApprovalState, approvalStatus, type Demands } from '../signing/approval-status'

export interface RulesetRow {
  readonly name: string
  readonly hash: string
  readonly summary: string
  /** Names of its rules and claims and the questions of its claims, to search in; empty where it no longer compiles. */
  readonly words: string
  /** Null, as `assertions`, where the stored source no longer compiles: `summary` says why. */
  readonly claims: number | null
  readonly assertions: number | null
  /** How many there are, this one included. */
  readonly revisions: number
  readonly approval: ApprovalState
  /** Why approvals in force do not count, in words; null where they do, and where there is none. */
  readonly approvalReason: string | null
  /** Why results may differ from those under the engines of the approvals in force, in words; null where they do not. */
  readonly underOlderEngine: string | null
  /** When the latest approval in force was given; null where there is none. */
  readonly approvedAt: string | null
  /** A level-one id of the vocabulary; null where there is none. */
  readonly domain: string | null
  readonly savedAt: string
  /** Label of the person or of the credential. */
  readonly savedBy: string
}

export interface SavedRevision {
  readonly hash: string
  readonly savedAt: string
  readonly savedBy: string
  readonly message: string | null
}

/** A revision that another person or program saved meanwhile. */
export interface NewerRevision extends SavedRevision {
  /** Null where the stored bytes are damaged. */
  readonly source: string | null
}

export interface OpenedRuleset extends NewerRevision {
  readonly name: string
  readonly revisions: number
  readonly approval: ApprovalState
  /** Why approvals in force do not count, in words; null where they do, and where there is none. */
  readonly approvalReason: string | null
  readonly label: { readonly domain: string | null; readonly term: string | null; readonly declined: boolean } | null
  /** Whether this namespace stores labels. */
  readonly labelling: boolean
  /** The latest, newest first; this one is the first. */
  readonly history: readonly SavedRevision[]
}

type Saved = Pick<NamedRevision, 'hash' | 'boundAt' | 'boundBy' | 'message'>

export function savedRevision({ hash, boundAt, boundBy, message }: Saved): SavedRevision {
  return { hash, savedAt: boundAt.toISOString(), savedBy: boundBy, message }
}

export function newerRevision(opened: OpenedRevision): NewerRevision {
  return { ...savedRevision(opened), source: opened.source }
}

/** @param demands null where the namespace demands nothing of them */
export function openedRuleset(
  opened: OpenedRevision,
  history: readonly Saved[],
  labelling: boolean,
  demands: Demands | null,
): OpenedRuleset {
  const { state: approval, reason: approvalReason } = approvalStatus(opened, demands)
  const { name, revisionDepth, levelOne, levelTwo, declined } = opened
  const labelled = labelling && (levelOne !== null || declined)
  return {
    ...newerRevision(opened),
    name,
    revisions: revisionDepth + 1,
    approval,
    approvalReason,
    label: labelled ? { domain: levelOne, term: levelTwo, declined } : null,
    labelling,
    history: history.map(savedRevision),
  }
}

/** @param demands as for {@link openedRuleset} */
export function rulesetRow(
  named: NamedRevision,
  outline: RulesetOutline,
  labelling: boolean,
  demands: Demands | null,
  underOlderEngine: string | null,
): RulesetRow {
  const { state: approval, reason: approvalReason } = approvalStatus(named, demands)
  const { name, hash, revisionDepth, levelOne, boundAt, boundBy } = named
  return {
    name,
    hash,
    summary: outline.summary,
    words: outline.words,
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
