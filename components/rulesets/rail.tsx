import type { LaneRow } from './lanes'

const LANE = 16
/** Where a revision's dot stands below the top of its row. */
const DOT = 24
/** Lanes beyond this one share the last: a phone has no room for more. */
const MAX_LANES = 8

/** The lines of one row. Its words say the same: "Made from …". */
export function Rail(props: { readonly drawing: LaneRow; readonly lanes: number; readonly current: boolean }) {
  const { lane, arriving, passing, leaving } = props.drawing
  const width = (Math.min(props.lanes, MAX_LANES) + 1) * LANE
  return (
    <div className="relative shrink-0 text-line-strong" style={{ width }}>
      <svg aria-hidden width={width} className="absolute inset-0 h-full">
        <g stroke="currentColor" strokeWidth={1.5}>
          {passing.map((other) => (
            <line key={other} x1={middleOf(other)} x2={middleOf(other)} y1="0" y2="100%" />
          ))}
          {arriving.map((other) => (
            <line key={other} x1={middleOf(other)} x2={middleOf(lane)} y1="0" y2={DOT} />
          ))}
          {leaving && <line x1={middleOf(lane)} x2={middleOf(lane)} y1={DOT} y2="100%" />}
        </g>
        <circle
          cx={middleOf(lane)}
          cy={DOT}
          r={5}
          className={props.current ? 'fill-accent stroke-accent' : 'fill-surface stroke-line-strong'}
          strokeWidth={2}
        />
      </svg>
    </div>
  )
}

function middleOf(lane: number): number {
  return (Math.min(lane, MAX_LANES - 1) + 1) * LANE
}
