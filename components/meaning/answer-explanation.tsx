import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { RefusalNotice } from '../ui/notice'
import { SkeletonLines } from '../ui/page-frame'
import { refusalOf } from '../ui/server-calls'
import { type ExplainedCheck, explainCheck } from './explain-check'

// Loaded with the first explanation.
const ExplanationView = lazy(async () => ({ default: (await import('./explanation-view')).ExplanationView }))

/** Asks when it is opened, and again when the facts change. */
export function AnswerExplanation({
  check,
  assertion,
}: {
  readonly check: ExplainedCheck
  readonly assertion: string
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      data-testid={`explanation-${assertion}`}
      className="rounded-md border border-line px-3 py-2"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="cursor-pointer font-medium text-accent">Why, and what would pass</summary>
      {isOpen && <Explained check={check} assertion={assertion} />}
    </details>
  )
}

function Explained({ check, assertion }: { readonly check: ExplainedCheck; readonly assertion: string }) {
  const { hash, unitLibraryHash, claims } = check
  const query = useQuery({
    queryKey: ['explanation', hash, unitLibraryHash, assertion, claims],
    queryFn: ({ signal }) => explainCheck(check, assertion, signal),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const again = () => void query.refetch()
  if (query.isPending) return <SkeletonLines what="the explanation" lines={3} />
  if (query.isError) return <RefusalNotice className="mt-2" refusal={refusalOf(query.error)} onRetry={again} />
  if (!query.data.ok) return <RefusalNotice className="mt-2" refusal={query.data.refusal} onRetry={again} />
  const [answer] = query.data.explanation.assertions
  return answer === undefined ? null : (
    <div className="mt-2">
      <Suspense fallback={<SkeletonLines what="the explanation" lines={3} />}>
        <ExplanationView answer={answer} />
      </Suspense>
    </div>
  )
}
