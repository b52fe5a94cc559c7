/**
 * The drawing of a revision graph: which lane each revision stands in, and which lines pass it.
 *
 * Pure. A line leads from a revision down to the one that it was made from; one whose parent is not drawn ends at its
 * own row.
 */
export interface LaneRow {
  readonly lane: number
  /** Lanes of lines that come from above and end at this revision: those of what was made from it. */
  readonly arriving: readonly number[]
  /** Lanes of lines that only pass. */
  readonly passing: readonly number[]
  /** Whether a line goes on down from here. */
  readonly leaving: boolean
}

export interface DrawnRevision {
  readonly hash: string
  readonly parent: string | null
}

/** @param revisions newest first; none stands above one that it was made from */
export function lanesOf(revisions: readonly DrawnRevision[]): readonly LaneRow[] {
  const below = new Map(revisions.map(({ hash }, place) => [hash, place]))
  /** What the line in each lane leads to; null where the lane is free. */
  const lines: (string | null)[] = []
  return revisions.map(({ hash, parent }, place) => {
    const arriving = lines.flatMap((to, lane) => (to === hash ? [lane] : []))
    const passing = lines.flatMap((to, lane) => (to === null || to === hash ? [] : [lane]))
    const free = lines.indexOf(null)
    const lane = arriving[0] ?? (free < 0 ? lines.length : free)
    for (const ended of arriving) lines[ended] = null
    const leaving = parent !== null && (below.get(parent) ?? -1) > place
    lines[lane] = leaving ? parent : null
    return { lane, arriving, passing, leaving }
  })
}

/** How many lanes the drawing has. */
export function laneCount(rows: readonly LaneRow[]): number {
  return Math.max(0, ...rows.flatMap(({ lane, arriving, passing }) => [lane, ...arriving, ...passing])) + 1
}
