'use client'

import { useQuery } from '@tanstack/react-query'
import { Tabs } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { Notice } from '../ui/notice'
import { refusalOf } from '../ui/page-refusal'
import { RefusalNotice } from '../ui/refusal-notice'
import { server } from '../ui/server-calls'
import { SkeletonLines } from '../ui/skeleton'
import { useViewer } from '../ui/viewer'
import { CaseChangesView } from './case-changes-view'
import { ComparedPair } from './compared-pair'
import { DescribedChangesView } from './described-changes-view'
import type { ComparedRevision, Comparison } from './history-data'
import { ReviewComparison } from './review-comparison'
import { TextComparison } from './text-comparison'

const PARTS = [
  { id: 'text', title: 'Text' },
  { id: 'review', title: 'Review in words' },
  { id: 'claims', title: 'Claims and assertions' },
  { id: 'cases', title: 'Test cases' },
] as const

/** Two revisions side by side, in four ways of reading. */
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
  const [part, setPart] = useState<string>('text')
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
        <Tabs.List
          aria-label="Ways to compare"
          className="mb-4 flex min-h-10 flex-wrap items-stretch border-b border-line"
        >
          {PARTS.map(({ id, title }) => (
            <Tabs.Trigger
              key={id}
              value={id}
              className="relative shrink-0 px-3 text-sm text-ink-soft -outline-offset-2 hover:text-ink data-[state=active]:font-medium data-[state=active]:text-ink data-[state=active]:after:absolute data-[state=active]:after:inset-x-2 data-[state=active]:after:bottom-0 data-[state=active]:after:h-0.5 data-[state=active]:after:bg-accent"
            >
              {title}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value="text">
          {shown((both) => (
            <TextComparison before={both.from.source} after={both.to.source} />
          ))}
        </Tabs.Content>
        <Tabs.Content value="review">
          {shown((both) => compiled(both, (was, is) => <ReviewComparison before={was.review} after={is.review} />))}
        </Tabs.Content>
        <Tabs.Content value="claims">
          {shown((both) =>
            compiled(both, (was, is) => (
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

/** What needs both revisions to compile, or which of them does not and why. */
function compiled({ from, to }: Comparison, show: (was: Compiled, is: Compiled) => ReactNode): ReactNode {
  if (from.compiled !== null && to.compiled !== null) return show(from.compiled, to.compiled)
  return (
    <div className="space-y-3">
      {[from, to].map(
        ({ hash, problem }) =>
          problem !== null && (
            <Notice key={hash} kind="warning" title={`The revision ${hash.slice(0, 10)} no longer compiles`}>
              {problem} Its text can still be compared.
            </Notice>
          ),
      )}
    </div>
  )
}
