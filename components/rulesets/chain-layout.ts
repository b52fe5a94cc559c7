/** Places the revisions of a chain from left to right, oldest first, with the lines between them. */
import { type DrawnRevision, laneCount, lanesOf } from './lanes'

export interface ChainPlace {
  /** From the left, 0 is the oldest. */
  readonly column: number
  /** From the top. */
  readonly lane: number
}

export interface ChainLayout {
  /** By hash. */
  readonly places: ReadonlyMap<string, ChainPlace>
  readonly lanes: number
  /** From a revision to one that was made from it. */
  readonly edges: readonly { readonly from: ChainPlace; readonly to: ChainPlace }[]
}

/** @param revisions newest first; every revision comes before those that it was made from */
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
