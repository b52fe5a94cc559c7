import type { Meaning } from '../../api/terms/ruleset-terms'
import { openRecord } from '../../attestation/review-statement'
import type { GraphRevision, NumberedBinding } from '../../database/rulesets/revision-graph'
import { changesSince } from '../../engine/explain/engine-changes'
import { type ApprovalState, type Demands, decideApprovalStatus } from '../signing/approval-status'
import type { ChangesByHash } from '../signing/under-older-engine'

export interface GraphBinding {
  readonly id: string
  readonly hash: string
  readonly at: string
  readonly by: string
  readonly message: string | null
}

export interface GraphNode {
  readonly hash: string
  /** The revision that these bytes superseded when they were first stored, under any name. */
  readonly parent: string | null
  /** Number of earlier revisions. */
  readonly depth: number
  readonly storedAt: string
  /** With the first time, oldest first. */
  readonly savedAs: readonly { readonly name: string; readonly at: string }[]
  readonly approval: ApprovalState
  /** Why approvals in force do not count; else null. */
  readonly approvalReason: string | null
  /** Why the engines of its approvals may give other results; else null. */
  readonly underOlderEngine: string | null
  /** Approvals in force without a signature. */
  readonly unsigned: number
  /** Newest first. */
  readonly records: readonly {
    readonly id: string
    readonly meaning: Meaning
    /** As in the statement. */
    readonly by: string
    /** As in the statement. */
    readonly rulesetNames: readonly string[]
    readonly at: string
    /** Whether the signature's engine can give other results. */
    readonly underOlderEngine: boolean
    /** Why an approval in force does not count; else null. */
    readonly uncounted: string | null
  }[]
}

export interface RevisionGraph {
  readonly name: string
  readonly current: string
  /** Newest first. */
  readonly bindings: readonly GraphBinding[]
  /** Newest first, so that each is above its parent. */
  readonly nodes: readonly GraphNode[]
  /** Requests older bindings, if any. */
  readonly older: string | null
}

interface GraphHistory {
  readonly name: string
  readonly current: string
  /** Newest first. */
  readonly bindings: readonly NumberedBinding[]
  readonly revisions: readonly GraphRevision[]
  /** Null without demands. */
  readonly demands: (hash: string) => Demands | null
  /** Changes by later engines, by hash. */
  readonly changes: ChangesByHash
  /** Reasons by hash. */
  readonly olderEngines: ReadonlyMap<string, string | null>
  readonly more: boolean
}

export function createRevisionGraph(history: GraphHistory): RevisionGraph {
  const { name, current, bindings, revisions, more } = history
  return {
    name,
    current,
    bindings: bindings.map(({ id, hash, boundAt, boundBy, message }) => ({
      id: String(id),
      hash,
      at: boundAt.toISOString(),
      by: boundBy,
      message,
    })),
    nodes: [...revisions].sort(compareNewestFirst).map((revision) => graphNode(revision, history)),
    older: more ? String(bindings.at(-1)?.id) : null,
  }
}

/** If two revisions have the same millisecond, the deeper one is newer. */
function compareNewestFirst(left: GraphRevision, right: GraphRevision): number {
  return (
    right.createdAt.getTime() - left.createdAt.getTime() ||
    right.revisionDepth - left.revisionDepth ||
    (left.hash < right.hash ? -1 : 1)
  )
}

function graphNode(
  revision: GraphRevision,
  { demands: judged, changes, olderEngines }: Pick<GraphHistory, 'demands' | 'changes' | 'olderEngines'>,
): GraphNode {
  const { hash, parentHash, revisionDepth, createdAt, savedAs, approvals, records } = revision
  const demands = judged(hash)
  const { state: approval, reason: approvalReason } = decideApprovalStatus(approvals, demands)
  return {
    hash,
    parent: parentHash,
    depth: revisionDepth,
    storedAt: createdAt.toISOString(),
    savedAs: savedAs.map(({ name, at }) => ({ name, at: at.toISOString() })),
    approval,
    approvalReason,
    underOlderEngine: olderEngines.get(hash) ?? null,
    unsigned: approvals.unsigned,
    records: records
      .map(({ id, meaning, signedAt, envelope }) => {
        const { signer, rulesetNames, versions } = openRecord({ id, envelope }).statement
        return {
          id,
          meaning,
          by: signer.name,
          rulesetNames,
          at: signedAt.toISOString(),
          underOlderEngine: changesSince(changes(hash), versions.engineVersion).length > 0,
          uncounted: demands?.uncounted.get(id) ?? null,
        }
      })
      .reverse(),
  }
}
