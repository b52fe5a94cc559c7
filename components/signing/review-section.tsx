import Link from 'next/link'
import { useEffect, useMemo, useState } from 'react'
import { MeaningChanges } from '../meaning/meaning-changes'
import { reviewChanges } from '../rulesets/review-changes'
import { ReviewChangesView } from '../rulesets/review-changes-view'
import { ReviewView } from '../rulesets/review-view'
import { HashText } from '../ui/copy-text'
import { quotedNames } from '../ui/lists'
import { Notice } from '../ui/notice'
import { SkeletonLines } from '../ui/page-frame'
import { TimeText } from '../ui/time-text'
import { WholeHash } from './facts'
import { approvePath, reportedApprover, type Sheet, type SheetMeaning } from './sheet'

/** The review text that is signed, formatted and letter by letter. */
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

/** What changed since the last approval of this ruleset: in meaning first, then in the words of the review. */
export function ChangesSection(props: { readonly sheet: Sheet; readonly meaning: SheetMeaning | undefined }) {
  const { sheet, meaning } = props
  return (
    <section aria-labelledby="changes">
      <h2 id="changes" className="mb-3 text-xl font-semibold">
        What changed since the last approved revision
      </h2>
      {sheet.lastApproved === null ? (
        <p className="text-ink-soft">
          No earlier revision was approved, so there is nothing to compare with: everything below is new to a reviewer.
        </p>
      ) : (
        <>
          <MeaningSince meaning={meaning} />
          <Since sheet={sheet} last={sheet.lastApproved} />
        </>
      )}
    </section>
  )
}

/** What is signed with the review: which answers differ from those of the approved revision. */
function MeaningSince({ meaning }: { readonly meaning: SheetMeaning | undefined }) {
  return (
    <section aria-labelledby="meaning" className="mb-6">
      <h3 id="meaning" className="mb-2 text-lg font-semibold">
        In meaning
      </h3>
      {meaning === undefined ? (
        <SkeletonLines what="the comparison in meaning" lines={4} />
      ) : meaning.comparison === null ? (
        <p className="text-ink-soft">There is no approved revision to compare with.</p>
      ) : 'not_compared' in meaning.comparison.answer ? (
        <Notice kind="warning">
          <p>{meaning.comparison.answer.not_compared}</p>
        </Notice>
      ) : (
        <MeaningChanges comparison={meaning.comparison.answer} />
      )}
      {meaning?.comparison != null && (
        <div className="mt-3">
          <p className="text-sm text-ink-faint">Digest of this comparison (SHA-256), which your signature names</p>
          <WholeHash hash={meaning.comparison.sha256} what="digest of the comparison" />
        </div>
      )}
    </section>
  )
}

function Since({ sheet, last }: { readonly sheet: Sheet; readonly last: NonNullable<Sheet['lastApproved']> }) {
  const changes = useMemo(
    () => (last.review === null || sheet.review === null ? null : reviewChanges(last.review, sheet.review)),
    [last.review, sheet.review],
  )
  return (
    <>
      <p className="mb-3 text-ink-soft">
        Compared with{' '}
        <Link href={approvePath(last.hash)} className="text-accent underline">
          {last.rulesetNames.length === 0 ? 'the revision' : `the revision of ${quotedNames(last.rulesetNames)}`}
        </Link>{' '}
        <HashText hash={last.hash} what="hash of the approved revision" /> that{' '}
        {last.signed
          ? `${last.printedName} approved`
          : `${reportedApprover({ ...last, approver: last.printedName })} approved without a signature`}{' '}
        on <TimeText at={last.signedAt} />.
        {!last.signed && last.rulesetNames.length > 0 && ' No signature has its name: it was saved as this then.'}
      </p>
      {changes === null ? (
        <Notice kind="warning">
          {sheet.review === null
            ? 'This revision does not compile, so it has no review that could be laid beside that one.'
            : 'That revision no longer compiles, so its review cannot be laid beside this one. Read the whole review below.'}
        </Notice>
      ) : (
        <ReviewChangesView changes={changes} />
      )}
    </>
  )
}
