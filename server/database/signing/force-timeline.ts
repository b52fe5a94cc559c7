export interface ForceRow {
  readonly hash: string
  /** Number of the revision, from 1. */
  readonly revision: number
  readonly from: Date
  /** Null without an end. */
  readonly until: Date | null
  /** Whether no revision applies from `from` on. */
  readonly ends: boolean
  readonly setBy: string
  readonly setAt: Date
}

/** A time in which one revision applies, from `from` until just before `until`. */
export type ForceSpan = Omit<ForceRow, 'ends'>

/**
 * Times in which a revision applies, oldest first, without overlaps.
 * @param rows in the order in which they were set: each decides the times that it covers
 */
export function forceTimeline(rows: readonly ForceRow[]): ForceSpan[] {
  return rows.reduce<ForceSpan[]>((spans, row) => joinEqual(layOver(spans, row)), [])
}

/** Null if no revision applied. */
export function spanAt(spans: readonly ForceSpan[], at: Date): ForceSpan | null {
  return spans.find(({ from, until }) => from <= at && (until === null || at < until)) ?? null
}

function layOver(spans: readonly ForceSpan[], { ends, ...row }: ForceRow): ForceSpan[] {
  const before = spans.flatMap((span) =>
    span.from >= row.from ? [] : [{ ...span, until: earlier(span.until, row.from) }],
  )
  const { until } = row
  const after =
    until === null
      ? []
      : spans.flatMap((span) =>
          span.until !== null && span.until <= until ? [] : [{ ...span, from: span.from > until ? span.from : until }],
        )
  return [...before, ...(ends ? [] : [row]), ...after]
}

function earlier(until: Date | null, at: Date): Date {
  return until === null || until > at ? at : until
}

/** A revision that was put in force again applies without a break. */
function joinEqual(spans: readonly ForceSpan[]): ForceSpan[] {
  const joined: ForceSpan[] = []
  for (const span of spans) {
    const last = joined.at(-1)
    const follows = last?.until?.getTime() === span.from.getTime() && last.hash === span.hash
    if (last !== undefined && follows) joined[joined.length - 1] = { ...last, until: span.until }
    else joined.push(span)
  }
  return joined
}
