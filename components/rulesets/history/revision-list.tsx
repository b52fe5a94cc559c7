'use client'

import Link from 'next/link'
import { lazy, Suspense, useMemo, useState } from 'react'
import { rulesetPath } from '../../../server/api/page-paths'
import { Button } from '../../ui/controls'
import { HashText } from '../../ui/copy-text'
import { Badge, RefusalNotice } from '../../ui/notice'
import { SkeletonLines } from '../../ui/page-frame'
import { refusalOf } from '../../ui/server-calls'
import { TimeText } from '../../ui/time-text'
import { VisibleRows } from '../visible-rows'
import { ApprovalBadge } from './approval-badge'
import { ChainGraph } from './chain-graph'
import { comparePath, type ListedRevision, type Pair, restorePath, useGraph } from './history-data'
import { type LaneRow, laneCount, lanesOf, Rail } from './lanes'
import { SignedRecords } from './signed-records'

// Loaded after the revisions.
const InForcePanel = lazy(() => import('./in-force-panel'))
const ReviewStateLine = lazy(() => import('../../ui/review-state/review-state-line'))

/** Approximate, in pixels. */
const ROW_HEIGHT_PX = 118

/** Lists the revisions of a name with lines between them. Two can be chosen for comparison. */
export function RevisionList({ name }: { readonly name: string }) {
  const { query, revisions, current } = useGraph(name)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const rows = useMemo(() => lanesOf(revisions.map(({ node }) => node)), [revisions])
  if (query.isPending) return <SkeletonLines what="the history" lines={8} />
  if (query.isError && revisions.length === 0)
    return <RefusalNotice refusal={refusalOf(query.error)} onRetry={() => void query.refetch()} />
  const lanes = laneCount(rows)
  const pair = pairOf(
    chosen,
    revisions.map(({ node }) => node.hash),
  )
  const choose = (hash: string, on: boolean) =>
    // A third one replaces the first.
    setChosen((former) => (on ? [...former, hash].slice(-2) : former.filter((other) => other !== hash)))
  return (
    <>
      <Suspense fallback={null}>
        <ReviewStateLine name={name} />
        <InForcePanel name={name} revisions={revisions} />
      </Suspense>
      <ChainGraph revisions={revisions} current={current} />
      <VisibleRows
        label="Revisions"
        count={revisions.length}
        estimate={ROW_HEIGHT_PX}
        keyOf={(position) => revisions[position]?.node.hash ?? String(position)}
        row={(position) => {
          const revision = revisions[position]
          if (revision === undefined) return null
          const { hash } = revision.node
          return (
            <RevisionRow
              name={name}
              revision={revision}
              drawing={rows[position] ?? { lane: 0, arriving: [], passing: [], leaving: false }}
              lanes={lanes}
              current={hash === current}
              chosen={chosen.includes(hash)}
              onChoose={(on) => choose(hash, on)}
            />
          )
        }}
      />
      {query.hasNextPage && (
        <div className="mt-3 text-center">
          <Button onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
            {query.isFetchingNextPage ? 'Loading…' : 'Show older revisions'}
          </Button>
        </div>
      )}
      {query.isFetchNextPageError && (
        <RefusalNotice refusal={refusalOf(query.error)} onRetry={() => void query.fetchNextPage()} className="mt-3" />
      )}
      <CompareBar name={name} chosen={chosen.length} pair={pair} onClear={() => setChosen([])} />
    </>
  )
}

function CompareBar(props: {
  readonly name: string
  readonly chosen: number
  readonly pair: Pair | null
  readonly onClear: () => void
}) {
  const { name, chosen, pair, onClear } = props
  return (
    <div className="sticky bottom-0 mt-3 flex flex-wrap items-center gap-3 border-t border-line bg-canvas py-3">
      <p role="status" className="mr-auto text-sm text-ink-soft">
        {chosen === 0 && 'Select two revisions to compare them.'}
        {chosen === 1 && 'One revision selected. Select another.'}
        {chosen === 2 && 'Two revisions selected.'}
      </p>
      {chosen > 0 && (
        <Button look="quiet" onClick={onClear}>
          Clear selection
        </Button>
      )}
      {pair !== null && (
        <Link
          href={comparePath(name, pair)}
          className="inline-flex h-8 items-center rounded-md bg-accent px-2.5 text-sm font-medium text-on-accent hover:opacity-90"
        >
          Compare them
        </Link>
      )}
    </div>
  )
}

/** Returns the older one first; null until two are chosen. */
function pairOf(chosen: readonly string[], newestFirst: readonly string[]): Pair | null {
  const [to, from] = newestFirst.filter((hash) => chosen.includes(hash))
  return from === undefined || to === undefined ? null : { from, to }
}

function RevisionRow(props: {
  readonly name: string
  readonly revision: ListedRevision
  readonly drawing: LaneRow
  readonly lanes: number
  /** Whether it is the current revision. */
  readonly current: boolean
  readonly chosen: boolean
  readonly onChoose: (on: boolean) => void
}) {
  const { name, revision, drawing, lanes, current, chosen, onChoose } = props
  const { node, bindings } = revision
  const [latest, ...earlier] = bindings
  const elsewhere = node.savedAs.filter((other) => other.name !== name)
  const short = node.hash.slice(0, 10)
  const title = latest?.message?.split('\n')[0] || 'No message'
  return (
    <div className="flex" data-revision={node.hash}>
      <Rail drawing={drawing} lanes={lanes} current={current} approval={node.approval} />
      <div className="min-w-0 flex-1 py-3 pr-3">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h2 className="min-w-0 font-medium break-words">{title}</h2>
          {current && <Badge tone="accent">{name} now</Badge>}
          <ApprovalBadge state={node.approval} hash={node.hash} />
        </div>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
          <span className="break-words">{latest?.by}</span>
          {latest !== undefined && <TimeText at={latest.at} />}
          <HashText hash={node.hash} what="hash of this revision" />
        </p>
        <p className="text-sm text-ink-faint">
          {node.parent === null ? (
            'The first revision'
          ) : (
            <>
              Made from <code className="font-mono">{node.parent.slice(0, 10)}</code>
            </>
          )}
          {earlier.length > 0 && `, saved ${bindings.length} times`}
        </p>
        {elsewhere.length > 0 && (
          <ul className="text-sm text-ink-faint" aria-label="Saved under other names">
            {elsewhere.map(({ name: other, at }) => (
              <li key={other} className="break-words">
                The same text was also saved as{' '}
                <Link href={rulesetPath(other, 'history')} className="text-accent underline">
                  {other}
                </Link>
                , <TimeText at={at} />
              </li>
            ))}
          </ul>
        )}
        {earlier.length > 0 && (
          <ul className="mt-1 space-y-0.5 border-l-2 border-line pl-2 text-sm text-ink-soft">
            {earlier.map(({ id, at, by, message }) => (
              <li key={id} className="break-words">
                Earlier save: {message ?? 'No message'}, {by}, <TimeText at={at} />
              </li>
            ))}
          </ul>
        )}
        {node.approvalReason !== null && <p className="mt-1 text-sm text-ink-soft">{node.approvalReason}</p>}
        {node.underOlderEngine !== null && <p className="mt-1 text-sm text-ink-soft">{node.underOlderEngine}</p>}
        <SignedRecords node={node} />
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
          <label className="inline-flex min-h-6 items-center gap-1.5">
            <input
              type="checkbox"
              checked={chosen}
              onChange={(event) => onChoose(event.target.checked)}
              aria-label={`Compare revision ${short}`}
              className="size-4 accent-accent"
            />
            Compare
          </label>
          {node.parent !== null && (
            <Link
              href={comparePath(name, { from: node.parent, to: node.hash })}
              className="text-accent hover:underline"
              aria-label={`What changed in ${short}`}
            >
              What changed
            </Link>
          )}
          <Link
            href={`${rulesetPath(name, 'check')}?hash=${node.hash}`}
            className="text-accent hover:underline"
            aria-label={`Check claims on ${short}`}
          >
            Check
          </Link>
          <Link
            href={current ? rulesetPath(name) : restorePath(name, node.hash)}
            className="text-accent hover:underline"
            aria-label={`${current ? 'Edit' : 'Open to restore'} ${short}`}
          >
            {current ? 'Edit' : 'Open to restore'}
          </Link>
        </div>
      </div>
    </div>
  )
}
