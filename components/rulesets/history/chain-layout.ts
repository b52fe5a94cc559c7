/** Positions of the revisions from left to right, oldest first. */
import { type DrawnRevision, laneCount, lanesOf } from './lanes'

export interface ChainPlace {
  /** From the left; the oldest is 0. */
  readonly column: number
  /** From the top. */
  readonly lane: number
}

export interface ChainLayout {
  /** By hash. */
  readonly places: ReadonlyMap<string, ChainPlace>
  readonly lanes: number
  /** From a revision to one made from it. */
  readonly edges: readonly { readonly from: ChainPlace; readonly to: ChainPlace }[]
}

/** @param revisions newest first, and every revision before those it was made from */
export function chainLayout(revisions: readonly DrawnRevision[]): ChainLayout {
  const rows = lanesOf(revisions)
  const places = new Map(
    revisions.map(({ hash }, position) => [
      hash,
      { column: revisions.length - 1 - position, lane: rows[position]?.lane ?? 0 },
    ]),
  )
  const edges = revisions.flatMap(({ hash, parent }) => {
    const [from, to] = [parent === null ? undefined : places.get(parent), places.get(hash)]
    return from === undefined || to === undefined || from.column >= to.column ? [] : [{ from, to }]
  })
  return { places, lanes: laneCount(rows), edges }
}
