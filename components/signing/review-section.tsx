import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { type AnalysedRuleset, type Analysis, analysisQuery } from '../meaning/analysis'
import { ReviewView } from '../rulesets/review-view'
import { Notice, RefusalNotice } from '../ui/notice'
import { refusalOf } from '../ui/server-calls'
import { useViewer } from '../ui/shell/viewer'
import { DigestWarning } from './exact-bytes'
import type { Sheet } from './sheet'

// Loaded when first shown; the states of libraries need the reader of the language.
const AssertionExamples = lazy(async () => ({
  default: (await import('../meaning/assertion-examples')).AssertionExamples,
}))
const ClausesOfRule = lazy(async () => ({ default: (await import('./clauses-of-rule')).ClausesOfRule }))
const CommentCount = lazy(async () => ({
  default: (await import('../ui/review-state/review-state-line')).CommentCount,
}))
const LibraryStates = lazy(async () => ({
  default: (await import('../rulesets/libraries/library-states')).LibraryStates,
}))

/** Shows the signed review text as a formatted document: rules, then claims. */
export function ReviewSection({ sheet }: { readonly sheet: Sheet }) {
  const { review, reviewText, citations } = sheet
  const { analysis, notice } = useAnalysis(sheet)
  return (
    <section aria-labelledby="review-text">
      <h2 id="review-text" className="text-xl font-semibold">
        The review text
      </h2>
      <p className="mt-1 mb-3 text-ink-soft">
        {review === null
          ? 'This ruleset cannot be put into words. The text below says why, and it is the text you sign.'
          : 'The ruleset in words that are derived from it. This is the text you sign.'}
        {analysis !== null && ' The examples below the assertions are computed and are not part of it.'}
      </p>
      <DigestWarning sheet={sheet} />
      {notice}
      {sheet.source.includes('sha256:') && (
        <Suspense fallback={null}>
          <LibraryStates source={sheet.source} className="mb-3" />
        </Suspense>
      )}
      {analysis !== null && <FindingList analysis={analysis} />}
      <div className="rounded-lg border border-line bg-surface">
        {review === null ? (
          <p className="px-4 py-3 whitespace-pre-line">{reviewText}</p>
        ) : (
          <ReviewView
            review={review}
            outlined={false}
            last={
              citations === null
                ? undefined
                : {
                    heading: 'Rules without a clause',
                    isLast: (assertion) => citations.rules.every(({ name }) => name !== assertion),
                  }
            }
            below={(name) => (
              <Suspense fallback={null}>
                {citations !== null && <ClausesOfRule citations={citations} rule={name} />}
                {sheet.names[0] !== undefined && (
                  <CommentCount name={sheet.names[0]} hash={sheet.rulesetHash} assertion={name} />
                )}
                {analysis !== null && <AssertionExamples analysis={analysis} assertion={name} />}
              </Suspense>
            )}
          />
        )}
      </div>
    </section>
  )
}

/** Until the analysis arrives, and if it fails, the review has no examples. */
function useAnalysis({ review, rulesetHash, unitLibraryHash }: Sheet): {
  readonly analysis: Analysis | null
  readonly notice: ReactNode
} {
  const { namespace } = useViewer()
  const ruleset: AnalysedRuleset = {
    ruleset_hash: rulesetHash,
    ...(unitLibraryHash !== null && { unit_library_hash: unitLibraryHash }),
  }
  const query = useQuery({ ...analysisQuery(namespace.id, ruleset), enabled: review !== null })
  const refusal = query.isError ? refusalOf(query.error) : query.data?.ok === false ? query.data.refusal : null
  return {
    analysis: query.data?.ok ? query.data.analysis : null,
    notice: refusal !== null && (
      <RefusalNotice className="mb-3" refusal={refusal} onRetry={() => void query.refetch()} />
    ),
  }
}

/** Lists proved findings: contradictions, parts without effect, and assertions that can never be FALSE. */
function FindingList({ analysis: { findings } }: { readonly analysis: Analysis }) {
  if (findings.length === 0) return null
  const kind = findings.some(({ severity }) => severity === 'warning') ? 'warning' : 'info'
  return (
    <Notice kind={kind} className="mb-3" title="What is proved about this text">
      <ul className="mt-1 list-disc space-y-0.5 pl-5" data-testid="findings">
        {findings.map(({ sentence, place }) => (
          <li key={`${place?.line} ${sentence}`}>
            {sentence}
            {place !== null && ` (Line ${place.line} of the source text.)`}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
