import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { type AnalysedRuleset, type Analysis, analysisQuery } from '../meaning/analysis'
import { AssertionExamples } from '../meaning/assertion-examples'
import { ReviewView } from '../rulesets/review-view'
import { Notice, RefusalNotice } from '../ui/notice'
import { refusalOf } from '../ui/server-calls'
import { useViewer } from '../ui/viewer'
import { WholeHash } from './facts'
import type { Sheet } from './sheet'

/** The review text that is signed, formatted and letter by letter. */
export function ReviewSection({ sheet }: { readonly sheet: Sheet }) {
  const { review, reviewText, reviewDigest, source } = sheet
  const { analysis, notice } = useAnalysis(sheet)
  return (
    <section aria-labelledby="review-text">
      <h2 id="review-text" className="text-xl font-semibold">
        The review text
      </h2>
      <p className="mt-1 mb-3 text-ink-soft">
        {review === null
          ? 'There is none: the text says why, and it is what you sign.'
          : 'What the ruleset does, in words that are derived from it. This text is what you sign.'}
        {analysis !== null && ' The examples below its assertions were computed from it and are no part of it.'}
      </p>
      {notice}
      {analysis !== null && <FindingList analysis={analysis} />}
      <div className="rounded-lg border border-line bg-surface">
        {review === null ? (
          <p className="px-4 py-3 whitespace-pre-line">{reviewText}</p>
        ) : (
          <ReviewView
            review={review}
            outlined={false}
            below={(name) => analysis !== null && <AssertionExamples analysis={analysis} assertion={name} />}
          />
        )}
      </div>
      <div className="mt-3">
        <p className="text-sm text-ink-faint">Digest of the review text (SHA-256)</p>
        <WholeHash hash={reviewDigest} what="digest of the review text" />
        <DigestCheck text={reviewText} digest={reviewDigest} />
      </div>
      <Verbatim title="The review text letter by letter, as it is digested" text={reviewText} />
      <Verbatim title="The source text of the ruleset" text={source} />
    </section>
  )
}

/** The analysis of a text that compiles; until it is there, and where it fails, the review stands alone. */
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

/** What is proved about the text by itself: contradictions, parts without effect, what can never be FALSE. */
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

function DigestCheck({ text, digest }: { readonly text: string; readonly digest: string }) {
  const computed = useTextDigest(text)
  if (computed === null) return null
  if (computed === digest)
    return <p className="text-sm text-ink-faint">Your browser computed the same digest from the text.</p>
  return (
    <Notice kind="problem" title="The digest is not that of the text">
      Do not sign. Your browser computed {computed}. Report it to the operator of this deployment.
    </Notice>
  )
}

function Verbatim({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <details className="mt-3 print:hidden rounded-lg border border-line bg-surface">
      <summary className="cursor-pointer px-4 py-2 text-sm font-medium">{title}</summary>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reached by keyboard
        tabIndex={0}
        className="max-h-[32rem] overflow-auto border-t border-line px-4 py-3 font-mono text-xs leading-5"
      >
        {text}
      </pre>
    </details>
  )
}

/** SHA-256 of a text in UTF-8, as this browser computes it; null before, and where the browser does not (no https). */
function useTextDigest(text: string): string | null {
  const [computed, setFound] = useState<{ readonly of: string; readonly digest: string } | null>(null)
  useEffect(() => {
    let current = true
    void crypto.subtle?.digest('SHA-256', new TextEncoder().encode(text)).then((bytes) => {
      const digest = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
      if (current) setFound({ of: text, digest })
    })
    return () => {
      current = false
    }
  }, [text])
  return computed?.of === text ? computed.digest : null
}
