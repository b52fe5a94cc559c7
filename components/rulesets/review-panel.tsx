import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { ReviewDocument } from '../../server/engine/explain/review-document'
import { analysisQuery } from '../meaning/analysis'
import { Button } from '../ui/controls'
import { RefusalNotice } from '../ui/notice'
import { refusalOf, useSettled } from '../ui/server-calls'
import { useViewer } from '../ui/shell/viewer'
import { ReviewView } from './review-view'

// Loaded with the first examples.
const AssertionExamples = lazy(async () => ({
  default: (await import('../meaning/assertion-examples')).AssertionExamples,
}))

/** Shows the review of the text, on request with an example on each side of every assertion. */
export function ReviewPanel(props: {
  readonly review: ReviewDocument
  /** Null if the review is of an older text, which has no examples. */
  readonly source: string | null
}) {
  const { review, source } = props
  const { namespace } = useViewer()
  const [areWanted, setWanted] = useState(false)
  const settled = useSettled(source ?? '')
  const isSettled = source !== null && settled === source
  const query = useQuery({
    ...analysisQuery(namespace.id, { source: settled }),
    enabled: areWanted && isSettled,
    // Typing produces many versions of the text.
    gcTime: 60_000,
  })
  const analysis = areWanted && isSettled && query.data?.ok ? query.data.analysis : null
  const refusal = query.isError ? refusalOf(query.error) : query.data?.ok === false ? query.data.refusal : null
  return (
    <>
      <div className="flex items-center justify-end gap-2 border-b border-line px-3 py-1.5 print:hidden">
        <span role="status" className="text-sm text-ink-faint">
          {areWanted && source === null && 'Examples appear again when the text compiles.'}
          {areWanted && source !== null && analysis === null && refusal === null && 'Finding examples…'}
        </span>
        <Button look="quiet" aria-pressed={areWanted} onClick={() => setWanted(!areWanted)}>
          Examples
        </Button>
      </div>
      {areWanted && refusal !== null && (
        <RefusalNotice className="m-3" refusal={refusal} onRetry={() => void query.refetch()} />
      )}
      <ReviewView
        review={review}
        below={(name) =>
          analysis !== null && (
            <Suspense fallback={null}>
              <AssertionExamples analysis={analysis} assertion={name} />
            </Suspense>
          )
        }
      />
    </>
  )
}
