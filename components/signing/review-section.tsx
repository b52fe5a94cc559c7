import { useEffect, useState } from 'react'
import { ReviewView } from '../rulesets/review-view'
import { Notice } from '../ui/notice'
import type { Sheet } from './sheet'
import { WholeHash } from './whole-hash'

/** The review text that is signed: set for the eye, and letter by letter for whoever wants it. */
export function ReviewSection({ sheet }: { readonly sheet: Sheet }) {
  const { review, reviewText, reviewDigest, source } = sheet
  return (
    <section aria-labelledby="review-text">
      <h2 id="review-text" className="text-xl font-semibold">
        The review text
      </h2>
      <p className="mt-1 mb-3 text-ink-soft">
        {review === null
          ? 'There is none: the text says why, and it is what you sign.'
          : 'What the ruleset does, in words that are derived from it. This text is what you sign.'}
      </p>
      <div className="rounded-lg border border-line bg-surface">
        {review === null ? (
          <p className="px-4 py-3 whitespace-pre-line">{reviewText}</p>
        ) : (
          <ReviewView review={review} outlined={false} />
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

function DigestCheck({ text, digest }: { readonly text: string; readonly digest: string }) {
  const found = useTextDigest(text)
  if (found === null) return null
  if (found === digest)
    return <p className="text-sm text-ink-faint">Your browser computed the same digest from the text.</p>
  return (
    <Notice kind="problem" title="The digest is not that of the text">
      Do not sign. Your browser computed {found}. Tell the operator of this deployment.
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
  const [found, setFound] = useState<{ readonly of: string; readonly digest: string } | null>(null)
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
  return found?.of === text ? found.digest : null
}
