'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import Link from 'next/link'
import { Tabs } from 'radix-ui'
import { lazy, type ReactNode, Suspense, useState, useSyncExternalStore } from 'react'
import type { ReviewDocument } from '../../../server/engine/explain/review-document'
import { MeaningComparisonView } from '../../meaning/meaning-comparison'
import { HashText } from '../../ui/copy-text'
import { Badge, Notice, RefusalNotice } from '../../ui/notice'
import { SkeletonLines } from '../../ui/page-frame'
import { refusalOf, server } from '../../ui/server-calls'
import { useViewer } from '../../ui/shell/viewer'
import { Tab, TabList } from '../../ui/tabs'
import { TimeText } from '../../ui/time-text'
import { TextRows } from '../changes/text-rows'
import { CaseChangesView } from './case-changes-view'
import { DescribedChangesView } from './described-changes-view'
import { type ComparedRevision, type Comparison, comparePath, type Pair, restorePath, useGraph } from './history-data'

// Comparing words needs a library that the other views load on demand too.
const ClauseChangesView = lazy(async () => ({ default: (await import('./clause-changes-view')).ClauseChangesView }))

const PARTS = [
  { id: 'meaning', title: 'Meaning' },
  { id: 'text', title: 'Text' },
  { id: 'review', title: 'Review in words' },
  { id: 'claims', title: 'Claims and assertions' },
  { id: 'cases', title: 'Test cases' },
] as const

/** Compares two revisions in five views, changes in meaning first. */
export function ComparisonView({
  name,
  from,
  to,
}: {
  readonly name: string
  readonly from: string
  readonly to: string
}) {
  const { namespace } = useViewer()
  const [part, setPart] = useState<string>('meaning')
  const compared = useQuery({
    queryKey: ['comparison', namespace.id, from, to],
    queryFn: () => server.history.compare.query({ from, to }),
    refetchOnWindowFocus: false,
  })
  const shown = (show: (comparison: Comparison) => ReactNode) => {
    if (compared.isPending) return <SkeletonLines what="the two revisions" lines={10} />
    if (compared.isError)
      return <RefusalNotice refusal={refusalOf(compared.error)} onRetry={() => void compared.refetch()} />
    return show(compared.data)
  }
  return (
    <>
      <ComparedPair name={name} from={from} to={to} />
      <Tabs.Root value={part} onValueChange={setPart}>
        <TabList label="Ways to compare" className="mb-4">
          {PARTS.map(({ id, title }) => (
            <Tab key={id} value={id}>
              {title}
            </Tab>
          ))}
        </TabList>
        <Tabs.Content value="meaning">
          <MeaningComparisonView from={{ ruleset_hash: from }} to={{ ruleset_hash: to }} />
          {compared.data !== undefined && (
            <Suspense fallback={null}>
              <ClauseChangesView comparison={compared.data} />
            </Suspense>
          )}
        </Tabs.Content>
        <Tabs.Content value="text">
          {shown((both) => (
            <TextComparison before={both.from.source} after={both.to.source} />
          ))}
        </Tabs.Content>
        <Tabs.Content value="review">
          {shown((both) =>
            ifBothCompile(both, (was, is) => <ReviewComparison before={was.review} after={is.review} />),
          )}
        </Tabs.Content>
        <Tabs.Content value="claims">
          {shown((both) =>
            ifBothCompile(both, (was, is) => (
              <>
                <DescribedChangesView what="claim" before={was.claims} after={is.claims} />
                <DescribedChangesView what="assertion" before={was.assertions} after={is.assertions} />
              </>
            )),
          )}
        </Tabs.Content>
        <Tabs.Content value="cases">
          <CaseChangesView name={name} from={from} to={to} />
        </Tabs.Content>
      </Tabs.Root>
    </>
  )
}

type Compiled = NonNullable<ComparedRevision['compiled']>

/** Shows what needs both revisions to compile, or why one does not. */
function ifBothCompile({ from, to }: Comparison, show: (was: Compiled, is: Compiled) => ReactNode): ReactNode {
  if (from.compiled !== null && to.compiled !== null) return show(from.compiled, to.compiled)
  return (
    <div className="space-y-3">
      {[from, to].map(
        ({ hash, problem }) =>
          problem !== null && (
            <Notice key={hash} kind="warning" title={`Revision ${hash.slice(0, 10)} no longer compiles`}>
              {problem} Its text can still be compared.
            </Notice>
          ),
      )}
    </div>
  )
}

/** Shows the two revisions in the chosen order, whatever their times. */
function ComparedPair({ name, from, to }: { readonly name: string } & Pair) {
  return (
    <div className="mb-5 grid items-stretch gap-3 sm:grid-cols-[1fr_auto_1fr]">
      <Side name={name} hash={from} word="Before" />
      <Link
        href={comparePath(name, { from: to, to: from })}
        aria-label="Swap the two revisions"
        className="inline-flex size-8 items-center justify-center self-center justify-self-center rounded-md border border-line-strong/50 bg-raised hover:bg-canvas"
      >
        <ArrowLeftRight size={15} aria-hidden />
      </Link>
      <Side name={name} hash={to} word="After" />
    </div>
  )
}

function Side({ name, hash, word }: { readonly name: string; readonly hash: string; readonly word: string }) {
  const { revisions, current } = useGraph(name)
  const latest = revisions.find(({ node }) => node.hash === hash)?.bindings[0]
  return (
    <section aria-label={word} className="min-w-0 rounded-lg border border-line bg-surface px-3 py-2">
      <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
        <span className="font-medium text-ink">{word}</span>
        <HashText hash={hash} what={`hash ${word.toLowerCase()}`} />
        {hash === current && <Badge tone="accent">{name} now</Badge>}
      </p>
      {latest !== undefined && (
        <p className="text-sm break-words">
          {latest.message ?? 'No message'}{' '}
          <span className="text-ink-soft">
            {latest.by}, <TimeText at={latest.at} />
          </span>
        </p>
      )}
      {hash !== current && (
        <Link
          href={restorePath(name, hash)}
          aria-label={`Open to restore ${hash.slice(0, 10)}`}
          className="text-sm text-accent hover:underline"
        >
          Open to restore
        </Link>
      )}
    </section>
  )
}

/** Shows two texts side by side, or one below the other on a narrow screen. */
function TextComparison({ before, after }: { readonly before: string; readonly after: string }) {
  const wide = useWide()
  const rows = useQuery({
    queryKey: ['text changes', before, after],
    queryFn: async () => (await import('../changes/text-changes')).textChanges(before, after),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (rows.data === undefined) return <SkeletonLines what="the changes of the text" lines={10} />
  const count = (kind: 'added' | 'removed' | 'changed') => rows.data.filter((row) => row.kind === kind).length
  const [changed, added, removed] = [count('changed'), count('added'), count('removed')]
  return (
    <>
      <p className="mb-3 font-medium">
        {changed + added + removed === 0
          ? 'The two texts are the same.'
          : `${lineCount(changed)} changed, ${added} added, ${removed} removed.`}
      </p>
      <TextRows rows={rows.data} wide={wide} />
    </>
  )
}

function lineCount(count: number): string {
  return `${count} ${count === 1 ? 'line' : 'lines'}`
}

const WIDE = '(min-width: 64rem)'

function useWide(): boolean {
  return useSyncExternalStore(
    (notify) => {
      const query = window.matchMedia(WIDE)
      query.addEventListener('change', notify)
      return () => query.removeEventListener('change', notify)
    },
    () => window.matchMedia(WIDE).matches,
    () => true,
  )
}

/** Shows the changes in the words of the review. */
function ReviewComparison({ before, after }: { readonly before: ReviewDocument; readonly after: ReviewDocument }) {
  const loaded = useQuery({
    queryKey: ['review changes', before, after],
    queryFn: async () => {
      const [{ reviewChanges }, { ReviewChangesView }] = await Promise.all([
        import('../changes/review-changes'),
        import('../changes/review-changes-view'),
      ])
      return { changes: reviewChanges(before, after), View: ReviewChangesView }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (loaded.data === undefined) return <SkeletonLines what="the changes of the review" lines={10} />
  const { View, changes } = loaded.data
  return (
    <>
      <h2 className="sr-only">Changes in the words of the review</h2>
      <View changes={changes} />
    </>
  )
}
