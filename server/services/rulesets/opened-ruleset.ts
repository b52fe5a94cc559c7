/** What a store's row says to a page: plain JSON data. */
import type { NamedRevision, OpenedRevision } from '../../database/rulesets/named-revisions'
import type { RulesetOutline } from '../engine-pool/outline-ruleset'
import { approvalStatus, type Demands } from '../signing/approval-status'
import type { NewerRevision, OpenedRuleset, RulesetRow, SavedRevision } from './revisions'

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
    ...{ approval, approvalReason },
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
    ...{ summary: outline.summary, words: outline.words },
    claims: outline.counts?.claims ?? null,
    assertions: outline.counts?.rules ?? null,
    revisions: revisionDepth + 1,
    ...{ approval, approvalReason, underOlderEngine },
    approvedAt: named.approvedAt?.toISOString() ?? null,
    domain: labelling ? levelOne : null,
    savedAt: boundAt.toISOString(),
    savedBy: boundBy,
  }
}
