import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { RefusalNotice } from '../ui/notice'
import { SkeletonLines } from '../ui/page-frame'
import { callOperation, refusalOf } from '../ui/server-calls'

// Loaded with the first explanation.
const ExplanationView = lazy(async () => ({ default: (await import('./explanation-view')).ExplanationView }))

/** The question whose answers are explained: a saved ruleset and the facts as they stand in the form. */
export interface ExplainedCheck {
  readonly hash: string
  readonly unitLibraryHash: string | null
  /** JSON text: reading and writing it here would round its numbers. */
  readonly claims: string
}

/** "Why, and what would pass": asked when it is opened, and again when the facts change. */
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
    queryFn: async ({ signal }) => {
      const library = unitLibraryHash === null ? '' : `,"unit_library_hash":"${unitLibraryHash}"`
      const request = `{"ruleset_hash":"${hash}"${library},"assertion":${JSON.stringify(assertion)},"claims":${claims}}`
      const answer = await callOperation('explainAnswers', request, signal)
      if (!answer.ok) return answer
      const { explanationResult } = await import('../../server/api/schemas/explanation')
      return { ok: true as const, explanation: explanationResult.parse(JSON.parse(answer.body)) }
    },
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
