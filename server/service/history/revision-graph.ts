/** The rows of a name's history as the graph that pages draw. */
import type { GraphRevision, NumberedBinding } from '../../store/revision-graph'
import { approvalStatus, type FourEyes } from '../signing/approval-status'
import { openRecord } from '../signing/review-row'
import type { GraphNode, RevisionGraph } from './history'

export function graphOf(history: {
  readonly name: string
  readonly current: string
  /** Newest first. */
  readonly bindings: readonly NumberedBinding[]
  readonly revisions: readonly GraphRevision[]
  /** By hash; null where the namespace demands no other approver. */
  readonly fourEyes: (hash: string) => FourEyes | null
  /** Whether there are older bindings. */
  readonly more: boolean
}): RevisionGraph {
  const { name, current, bindings, revisions, fourEyes, more } = history
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
    nodes: [...revisions].sort(newestFirst).map((revision) => graphNode(revision, fourEyes(revision.hash))),
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

function graphNode(revision: GraphRevision, fourEyes: FourEyes | null): GraphNode {
  const { hash, parentHash, revisionDepth, createdAt, savedAs, standing, records } = revision
  const { state: approval, reason: approvalReason } = approvalStatus(standing, fourEyes)
  return {
    hash,
    parent: parentHash,
    depth: revisionDepth,
    storedAt: createdAt.toISOString(),
    savedAs: savedAs.map(({ name, at }) => ({ name, at: at.toISOString() })),
    ...{ approval, approvalReason },
    unsigned: standing.unsigned,
    records: records
      .map(({ id, meaning, signedAt, envelope }) => {
        const { signer, rulesetNames } = openRecord({ id, envelope }).statement
        return {
          ...{ id, meaning, by: signer.name, rulesetNames, at: signedAt.toISOString() },
          uncounted: fourEyes?.uncounted.get(id) ?? null,
        }
      })
      .reverse(),
  }
}
