/**
 * The graph of a name's revisions, as pages draw it.
 *
 * Promises: plain JSON data; times are ISO texts.
 */
import type { Meaning } from '../../api/review-meanings'
import { openRecord } from '../../attestation/review-statement'
import type { GraphRevision, NumberedBinding } from '../../database/rulesets/revision-graph'
import { changesSince } from '../../engine/explain/engine-changes'
import { type ApprovalState, approvalStatus, type Demands } from '../signing/approval-status'
import type { ChangesByHash } from '../signing/under-older-engine'

/** A time that the name was bound. */
export interface GraphBinding {
  readonly id: string
  readonly hash: string
  readonly at: string
  /** Label of the person or of the credential. */
  readonly by: string
  readonly message: string | null
}

export interface GraphNode {
  readonly hash: string
  /** The revision that these bytes superseded when they were first stored, whatever its name; null for a first one. */
  readonly parent: string | null
  /** Number of revisions before this one. */
  readonly depth: number
  readonly storedAt: string
  /** Every name that was ever bound to these bytes, with the first time; oldest first. */
  readonly savedAs: readonly { readonly name: string; readonly at: string }[]
  readonly approval: ApprovalState
  /** Why approvals in force do not count, in words; null where they do, and where there is none. */
  readonly approvalReason: string | null
  /** Why results may differ from those under the engines of the approvals in force, in words; null where they do not. */
  readonly underOlderEngine: string | null
  /** Approvals in force that no person signed. */
  readonly unsigned: number
  /** What people signed, newest first. */
  readonly records: readonly {
    readonly id: string
    readonly meaning: Meaning
    /** Name of the signer, as the signed statement has it. */
    readonly by: string
    /** Names of the ruleset, as the signed statement has them. */
    readonly rulesetNames: readonly string[]
    readonly at: string
    /** Whether it was signed under an engine that can give other results. */
    readonly underOlderEngine: boolean
    /** Why an approval in force does not count, in words; null where it does, and for other meanings. */
    readonly uncounted: string | null
  }[]
}

export interface RevisionGraph {
  readonly name: string
  /** What the name points at now. */
  readonly current: string
  /** Newest first. */
  readonly bindings: readonly GraphBinding[]
  /** The revisions of these bindings, newest first: none stands above one that it was made from. */
  readonly nodes: readonly GraphNode[]
  /** To ask for older bindings with; null where there is none. */
  readonly older: string | null
}

interface GraphHistory {
  readonly name: string
  readonly current: string
  /** Newest first. */
  readonly bindings: readonly NumberedBinding[]
  readonly revisions: readonly GraphRevision[]
  /** By hash; null where the namespace demands nothing of them. */
  readonly demands: (hash: string) => Demands | null
  /** Changes of later engines that affect a revision, by hash. */
  readonly changes: ChangesByHash
  /** Why results may differ from those under the engines of the approvals in force, by hash. */
  readonly olderEngines: ReadonlyMap<string, string | null>
  /** Whether there are older bindings. */
  readonly more: boolean
}

export function graphOf(history: GraphHistory): RevisionGraph {
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
    nodes: [...revisions].sort(newestFirst).map((revision) => graphNode(revision, history)),
    older: more ? String(bindings.at(-1)?.id) : null,
  }
}

/** A revision is stored after the one that it was made from, and deeper where both have the same millisecond. */
function newestFirst(left: GraphRevision, right: GraphRevision): number {
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
  const { state: approval, reason: approvalReason } = approvalStatus(approvals, demands)
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
