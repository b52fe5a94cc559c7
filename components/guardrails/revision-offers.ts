/** Revisions of a name to choose from, in words: the one that the name points at, those that are approved, all others. */
import type { Graph } from '../rulesets/history-data'

export interface RevisionOffer {
  readonly hash: string
  readonly approval: Graph['nodes'][number]['approval']
  /** Why approvals in force do not count; null where they do, and where there is none. */
  readonly approvalReason: string | null
  readonly words: string
}

/** @param chosen stays among them, whatever the history tells of it */
export function revisionOffers({ nodes, current }: Pick<Graph, 'nodes' | 'current'>, chosen: string): RevisionOffer[] {
  const offers = nodes.map(({ hash, approval, approvalReason, storedAt }) => ({
    hash,
    approval,
    approvalReason,
    words: [
      hash.slice(0, 10),
      hash === current ? 'current' : null,
      approval === 'approved' ? 'approved' : null,
      storedAt.slice(0, 10),
    ]
      .filter((word) => word !== null)
      .join(', '),
  }))
  if (/^[0-9a-f]{64}$/.test(chosen) && !offers.some(({ hash }) => hash === chosen))
    offers.push({ hash: chosen, approval: 'none', approvalReason: null, words: `${chosen.slice(0, 10)}, an older one` })
  return offers
}
