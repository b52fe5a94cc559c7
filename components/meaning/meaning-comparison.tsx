'use client'

import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { RefusalNotice } from '../ui/notice'
import { SkeletonLines } from '../ui/page-frame'
import { callOperation, refusalOf } from '../ui/server-calls'
import { useViewer } from '../ui/shell/viewer'

// Loaded while the server compares.
const MeaningChanges = lazy(async () => ({ default: (await import('./meaning-changes')).MeaningChanges }))

/** A stored ruleset, or a text that is not saved. */
export type ComparedSide = { readonly ruleset_hash: string } | { readonly source: string }

export function MeaningComparisonView({ from, to }: { readonly from: ComparedSide; readonly to: ComparedSide }) {
  const { namespace } = useViewer()
  const compared = useQuery({
    queryKey: ['meaning', namespace.id, from, to],
    queryFn: async ({ signal }) => {
      const request = JSON.stringify({ before: from, after: to })
      const answer = await callOperation('compareRulesets', request, signal)
      if (!answer.ok) return answer
      const { comparisonResult } = await import('../../server/api/schemas/comparison')
      return { ok: true as const, comparison: comparisonResult.parse(JSON.parse(answer.body)) }
    },
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (compared.isPending) return <SkeletonLines what="the comparison in meaning" lines={8} />
  const again = () => void compared.refetch()
  if (compared.isError) return <RefusalNotice refusal={refusalOf(compared.error)} onRetry={again} />
  if (!compared.data.ok) return <RefusalNotice refusal={compared.data.refusal} onRetry={again} />
  return (
    <>
      <h2 className="sr-only">Changes in meaning</h2>
      <Suspense fallback={<SkeletonLines what="the comparison in meaning" lines={8} />}>
        <MeaningChanges comparison={compared.data.comparison} />
      </Suspense>
    </>
  )
}
