/** A line leads from a revision down to its parent, or ends in its own row if the parent is not drawn. */

import type { ApprovalState } from '../ruleset-data'
import { ApprovalIcon } from './signed-records'

export interface LaneRow {
  readonly lane: number
  /** Lanes of lines that end here, from the revisions made from this one. */
  readonly arriving: readonly number[]
  /** Lanes of lines that pass by. */
  readonly passing: readonly number[]
  /** Whether a line continues downwards. */
  readonly leaving: boolean
}

export interface DrawnRevision {
  readonly hash: string
  readonly parent: string | null
}

/** @param revisions newest first, and every revision before those it was made from */
export function lanesOf(revisions: readonly DrawnRevision[]): readonly LaneRow[] {
  const below = new Map(revisions.map(({ hash }, position) => [hash, position]))
  /** Target of the line in each lane; null if the lane is free. */
  const lines: (string | null)[] = []
  return revisions.map(({ hash, parent }, position) => {
    const arriving = lines.flatMap((to, lane) => (to === hash ? [lane] : []))
    const passing = lines.flatMap((to, lane) => (to === null || to === hash ? [] : [lane]))
    const free = lines.indexOf(null)
    const lane = arriving[0] ?? (free < 0 ? lines.length : free)
    for (const ended of arriving) lines[ended] = null
    const leaving = parent !== null && (below.get(parent) ?? -1) > position
    lines[lane] = leaving ? parent : null
    return { lane, arriving, passing, leaving }
  })
}

export function laneCount(rows: readonly LaneRow[]): number {
  return Math.max(0, ...rows.flatMap(({ lane, arriving, passing }) => [lane, ...arriving, ...passing])) + 1
}

const LANE_WIDTH_PX = 20
/** Position of the dot below the top of its row. */
const DOT_TOP_PX = 24
/** Further lanes share the last one, because a phone has no room for more. */
const MAX_LANES = 8

/** Draws the lines of one row. "Made from …" says the same to screen readers. */
export function Rail(props: {
  readonly drawing: LaneRow
  readonly lanes: number
  readonly current: boolean
  readonly approval: ApprovalState
}) {
  const { lane, arriving, passing, leaving } = props.drawing
  const width = (Math.min(props.lanes, MAX_LANES) + 1) * LANE_WIDTH_PX
  return (
    <div className="relative shrink-0 text-line-strong" style={{ width }}>
      <svg aria-hidden width={width} className="absolute inset-0 h-full">
        <g stroke="currentColor" strokeWidth={1.5}>
          {passing.map((other) => (
            <line key={other} x1={middleOf(other)} x2={middleOf(other)} y1="0" y2="100%" />
          ))}
          {arriving.map((other) => (
            <line key={other} x1={middleOf(other)} x2={middleOf(lane)} y1="0" y2={DOT_TOP_PX} />
          ))}
          {leaving && <line x1={middleOf(lane)} x2={middleOf(lane)} y1={DOT_TOP_PX} y2="100%" />}
        </g>
      </svg>
      <span className="absolute -translate-x-1/2 -translate-y-1/2" style={{ left: middleOf(lane), top: DOT_TOP_PX }}>
        <ApprovalIcon state={props.approval} current={props.current} />
      </span>
    </div>
  )
}

function middleOf(lane: number): number {
  return (Math.min(lane, MAX_LANES - 1) + 1) * LANE_WIDTH_PX
}
