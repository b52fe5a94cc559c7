'use client'

import Link from 'next/link'
import { useMemo, useState } from 'react'
import { Button } from '../ui/button'
import { refusalOf } from '../ui/page-refusal'
import { RefusalNotice } from '../ui/refusal-notice'
import { SkeletonLines } from '../ui/skeleton'
import { comparePath, type Pair } from './history-data'
import { laneCount, lanesOf } from './lanes'
import { RevisionRow } from './revision-row'
import { useGraph } from './use-graph'

/** The revisions of a name with the lines between them; any two can be chosen for a comparison. */
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
    // A third one takes the place of the first.
    setChosen((former) => (on ? [...former, hash].slice(-2) : former.filter((other) => other !== hash)))
  return (
    <>
      <ol aria-label="Revisions" className="rounded-lg border border-line bg-surface">
        {revisions.map((revision, place) => (
          <RevisionRow
            key={revision.node.hash}
            name={name}
            revision={revision}
            drawing={rows[place] ?? { lane: 0, arriving: [], passing: [], leaving: false }}
            lanes={lanes}
            current={revision.node.hash === current}
            chosen={chosen.includes(revision.node.hash)}
            onChoose={(on) => choose(revision.node.hash, on)}
          />
        ))}
      </ol>
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
        {chosen === 0 && 'Choose two revisions to compare them.'}
        {chosen === 1 && 'One revision is chosen. Choose another.'}
        {chosen === 2 && 'Two revisions are chosen.'}
      </p>
      {chosen > 0 && (
        <Button look="quiet" onClick={onClear}>
          Choose none
        </Button>
      )}
      {pair !== null && (
        <Link
          href={comparePath(name, pair)}
          className="inline-flex h-8 items-center rounded-md bg-accent px-2.5 text-sm font-medium text-on-accent hover:opacity-90"
        >
          Compare the two
        </Link>
      )}
    </div>
  )
}

/** The older one first; null until two are chosen. */
function pairOf(chosen: readonly string[], newestFirst: readonly string[]): Pair | null {
  const [to, from] = newestFirst.filter((hash) => chosen.includes(hash))
  return from === undefined || to === undefined ? null : { from, to }
}
