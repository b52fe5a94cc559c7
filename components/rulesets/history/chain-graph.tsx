import Link from 'next/link'
import { useEffect, useMemo, useRef } from 'react'
import { APPROVAL_WORDS } from './approval-badge'
import { type ChainPlace, chainLayout } from './chain-layout'
import type { GraphNode, ListedRevision } from './history-data'
import { ApprovalIcon } from './signed-records'

/** Pixels between revisions, between lanes, and from the edge to the first node. */
const COLUMN_WIDTH_PX = 160
const LANE_HEIGHT_PX = 84
const NODE_TOP_PX = 18

/** Revisions drawn; the list below has all of them. */
const MAX_DRAWN = 40

/** Draws the chain of revisions with its approvals. The list below says the same. */
export function ChainGraph(props: { readonly revisions: readonly ListedRevision[]; readonly current: string | null }) {
  const { revisions, current } = props
  const drawn = revisions.slice(0, MAX_DRAWN)
  const { places, lanes, edges } = useMemo(
    () => chainLayout(revisions.slice(0, MAX_DRAWN).map(({ node }) => node)),
    [revisions],
  )
  const frame = useRef<HTMLDivElement>(null)
  // The newest revision is at the right end.
  useEffect(() => {
    if (frame.current !== null && drawn.length > 0) frame.current.scrollLeft = frame.current.scrollWidth
  }, [drawn.length])
  if (drawn.length < 2) return null
  const size = { width: drawn.length * COLUMN_WIDTH_PX, height: lanes * LANE_HEIGHT_PX }
  return (
    <section aria-label="Chain of revisions" className="mb-5 print:hidden" data-testid="chain">
      <div
        ref={frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reached by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-lg border border-line bg-surface"
      >
        <div className="relative" style={size}>
          <svg aria-hidden className="absolute inset-0 text-line-strong" {...size}>
            {edges.map(({ from, to }) => (
              <path
                key={`${from.column} ${to.column}`}
                d={pathOf(from, to)}
                fill="none"
                stroke="currentColor"
                strokeWidth={2}
              />
            ))}
          </svg>
          <ol>
            {drawn.toReversed().map(({ node, bindings: [latest] }) => (
              <ChainNode
                key={node.hash}
                node={node}
                title={latest?.message?.split('\n')[0] || node.hash.slice(0, 10)}
                place={places.get(node.hash) ?? { column: 0, lane: 0 }}
                current={node.hash === current}
              />
            ))}
          </ol>
        </div>
      </div>
      {revisions.length > MAX_DRAWN && <p className="mt-1 text-sm text-ink-faint">The newest {MAX_DRAWN} revisions.</p>}
    </section>
  )
}

function ChainNode(props: {
  readonly node: GraphNode
  readonly title: string
  readonly place: ChainPlace
  readonly current: boolean
}) {
  const { node, title, place, current } = props
  const people = signersOf(node)
  return (
    <li
      className="absolute flex flex-col items-center px-2 text-center"
      style={{
        left: place.column * COLUMN_WIDTH_PX,
        top: place.lane * LANE_HEIGHT_PX + NODE_TOP_PX - 10,
        width: COLUMN_WIDTH_PX,
      }}
    >
      <ApprovalIcon state={node.approval} current={current} />
      <Link
        href={`/approve/${node.hash}`}
        className="mt-1 block w-full truncate text-xs text-accent hover:underline"
        title={title}
      >
        {title}
        <span className="sr-only">, revision {node.hash.slice(0, 10)}:</span>
      </Link>
      <span className="block w-full truncate text-xs text-ink-soft" title={people}>
        {APPROVAL_WORDS[node.approval]}
        {current && <span className="font-medium text-accent"> · now</span>}
      </span>
      {people !== '' && <span className="block w-full truncate text-xs text-ink-faint">{people}</span>}
    </li>
  )
}

/** Returns "signed by Rosa Reviewer and 1 more", or an empty text. */
function signersOf({ records }: GraphNode): string {
  const [first, ...others] = [...new Set(records.map(({ by }) => by))]
  if (first === undefined) return ''
  return others.length === 0 ? `signed by ${first}` : `signed by ${first} and ${others.length} more`
}

const BEND_PX = 12

/** The line changes lanes between two columns, so that it crosses no words. */
function pathOf(from: ChainPlace, to: ChainPlace): string {
  const [x1, y1, x2, y2] = [middleOf(from), topOf(from), middleOf(to), topOf(to)]
  if (y1 === y2) return `M${x1} ${y1}H${x2}`
  const [gap, bend] = [x1 + COLUMN_WIDTH_PX / 2, y1 < y2 ? BEND_PX : -BEND_PX]
  return `M${x1} ${y1}H${gap - BEND_PX}Q${gap} ${y1} ${gap} ${y1 + bend}V${y2 - bend}Q${gap} ${y2} ${gap + BEND_PX} ${y2}H${x2}`
}

function middleOf({ column }: ChainPlace): number {
  return (column + 0.5) * COLUMN_WIDTH_PX
}

function topOf({ lane }: ChainPlace): number {
  return lane * LANE_HEIGHT_PX + NODE_TOP_PX
}
