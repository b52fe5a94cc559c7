/** What a store's row says to a page: plain JSON data. */
import type { NamedRevision, OpenedRevision } from '../../store/named-revisions'
import type { RulesetOutline } from '../engine/outline-ruleset'
import { approvalStateOf } from './approval-state'
import type { NewerRevision, OpenedRuleset, RulesetRow, SavedRevision } from './revisions'

type Saved = Pick<NamedRevision, 'hash' | 'boundAt' | 'boundBy' | 'message'>

export function savedRevision({ hash, boundAt, boundBy, message }: Saved): SavedRevision {
  return { hash, savedAt: boundAt.toISOString(), savedBy: boundBy, message }
}

export function newerRevision(opened: OpenedRevision): NewerRevision {
  return { ...savedRevision(opened), source: opened.source }
}

export function openedRuleset(opened: OpenedRevision, history: readonly Saved[], labelling: boolean): OpenedRuleset {
  const { name, revisionDepth, levelOne, levelTwo, declined } = opened
  const labelled = labelling && (levelOne !== null || declined)
  return {
    ...newerRevision(opened),
    name,
    revisions: revisionDepth + 1,
    approval: approvalStateOf(opened),
    label: labelled ? { domain: levelOne, term: levelTwo, declined } : null,
    labelling,
    history: history.map(savedRevision),
  }
}

export function rulesetRow(named: NamedRevision, outline: RulesetOutline, labelling: boolean): RulesetRow {
  const { name, hash, revisionDepth, levelOne, boundAt, boundBy } = named
  return {
    name,
    hash,
    summary: outline.summary,
    claims: outline.counts?.claims ?? null,
    assertions: outline.counts?.rules ?? null,
    revisions: revisionDepth + 1,
    approval: approvalStateOf(named),
    domain: labelling ? levelOne : null,
    savedAt: boundAt.toISOString(),
    savedBy: boundBy,
  }
}
