import { useQuery } from '@tanstack/react-query'
import { CircleArrowRight } from 'lucide-react'
import type { ClaimField } from '../editor/ruleset-description'
import type { ExplainedCheck } from '../meaning/explain-check'
import { explainCheck } from '../meaning/explain-check'
import { useSettled } from '../ui/server-calls'
import { nextQuestion, nextQuestionWords, type SettlingClaims } from './next-question'
import type { GoToClaim } from './result-row'
import type { ShownResults } from './shown-results'

/** Shows the next question to answer, or says that no answer depends on the remaining ones. */
export function NextQuestionLine(props: {
  readonly claims: readonly ClaimField[]
  /** By claim; a missing claim is unknown. */
  readonly values: ReadonlyMap<string, string>
  readonly results: ShownResults
  readonly assertions: number
  /** Null if the ruleset is not saved. */
  readonly explained: ExplainedCheck | null
  readonly onAnswer: GoToClaim
}) {
  const { claims, values, results, assertions, explained, onAnswer } = props
  const answers = [...results.byAssertion.values()]
  const isUnknown = answers.some(({ check }) => check === 'UNKNOWN')
  const settling = useSettlingClaims(isUnknown ? explained : null)
  if (answers.length < assertions) return null
  const left = claims.filter(({ name }) => !values.has(name))
  const next = nextQuestion(
    left.map(({ name }) => name),
    answers,
    settling,
  )
  const field = claims.find(({ name }) => name === next?.claim)
  if (next === null || field === undefined) {
    const isProved = left.length > 0 && answers.every(({ reasonUnknown }) => reasonUnknown === null)
    if (!isProved || assertions === 0) return null
    return (
      <p data-testid="next-question" className="border-b border-line px-4 py-2 text-sm text-ink-soft">
        {left.length === 1
          ? 'Every answer is proved. The remaining question cannot change any of them.'
          : `Every answer is proved. The ${left.length} remaining questions cannot change any of them.`}
      </p>
    )
  }
  return (
    <div
      data-testid="next-question"
      className="flex items-start gap-2 border-b border-line bg-accent-soft px-4 py-2 text-sm print:hidden"
    >
      <CircleArrowRight size={16} aria-hidden className="mt-0.5 shrink-0 text-accent" />
      <p className="min-w-0 flex-1 break-words">
        {values.size === 0 ? 'Nothing is filled in yet. Answer first: ' : 'Answer next: '}
        <button
          type="button"
          onClick={() => onAnswer(field.name)}
          className="inline text-left font-medium text-accent underline"
        >
          {field.question}
        </button>{' '}
        <span className="text-ink-soft">{nextQuestionWords(next)}</span>
      </p>
    </div>
  )
}

/** Returns null until the server has answered, and if it cannot. */
function useSettlingClaims(check: ExplainedCheck | null): SettlingClaims | null {
  const question = check === null ? '' : JSON.stringify(check)
  const isSettled = useSettled(question) === question
  const query = useQuery({
    queryKey: ['explanations', question],
    queryFn: ({ signal }) => (check === null ? null : explainCheck(check, null, signal)),
    enabled: check !== null && isSettled,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (check === null || !query.data?.ok) return null
  return new Map(
    query.data.explanation.assertions.map(({ name, settled_by }) => [
      name,
      new Set(settled_by.map(({ claim }) => claim)),
    ]),
  )
}
