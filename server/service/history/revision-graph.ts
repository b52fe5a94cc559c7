/** The rows of a name's history as the graph that pages draw. */
import type { GraphRevision, NumberedBinding } from '../../store/revision-graph'
import { approvalStateOf } from '../revisions/approval-state'
import type { GraphNode, RevisionGraph } from './history'

export function graphOf(history: {
  readonly name: string
  readonly current: string
  /** Newest first. */
  readonly bindings: readonly NumberedBinding[]
  readonly revisions: readonly GraphRevision[]
  /** Whether there are older bindings. */
  readonly more: boolean
}): RevisionGraph {
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
    nodes: [...revisions].sort(newestFirst).map(graphNode),
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

function graphNode(revision: GraphRevision): GraphNode {
  const { hash, parentHash, revisionDepth, createdAt, names, standing, records } = revision
  return {
    hash,
    parent: parentHash,
    depth: revisionDepth,
    storedAt: createdAt.toISOString(),
    names,
    approval: approvalStateOf(standing),
    unsigned: standing.unsigned,
    records: records
      .map(({ id, meaning, printedName, signedAt }) => ({ id, meaning, by: printedName, at: signedAt.toISOString() }))
      .reverse(),
  }
}
