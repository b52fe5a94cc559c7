/** The rows of a name's history as the graph that pages draw. */

import type { GraphRevision, NumberedBinding } from '../../database/rulesets/revision-graph'
import { changesSince } from '../../engine/explain/engine-changes'
import { approvalStatus, type Demands } from '../signing/approval-status'
import type { ChangesByHash } from '../signing/changes-of-bytes'
import { openRecord } from '../signing/open-record'
import type { GraphNode, RevisionGraph } from './history'

interface GraphHistory {
  readonly name: string
  readonly current: string
  /** Newest first. */
  readonly bindings: readonly NumberedBinding[]
  readonly revisions: readonly GraphRevision[]
  /** By hash; null where the namespace demands nothing of them. */
  readonly demands: (hash: string) => Demands | null
  /** What of each revision engines changed, by hash. */
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

/** A revision is stored after the one that it was made from, and deeper where both bear the same millisecond. */
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
  const { hash, parentHash, revisionDepth, createdAt, savedAs, standing, records } = revision
  const demands = judged(hash)
  const { state: approval, reason: approvalReason } = approvalStatus(standing, demands)
  return {
    hash,
    parent: parentHash,
    depth: revisionDepth,
    storedAt: createdAt.toISOString(),
    savedAs: savedAs.map(({ name, at }) => ({ name, at: at.toISOString() })),
    ...{ approval, approvalReason },
    underOlderEngine: olderEngines.get(hash) ?? null,
    unsigned: standing.unsigned,
    records: records
      .map(({ id, meaning, signedAt, envelope }) => {
        const { signer, rulesetNames, versions } = openRecord({ id, envelope }).statement
        return {
          ...{ id, meaning, by: signer.name, rulesetNames, at: signedAt.toISOString() },
          underOlderEngine: changesSince(changes(hash), versions.engineVersion).length > 0,
          uncounted: demands?.uncounted.get(id) ?? null,
        }
      })
      .reverse(),
  }
}
