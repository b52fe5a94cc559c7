import Link from 'next/link'
import { useMemo } from 'react'
import { reviewChanges } from '../rulesets/review-changes'
import { ReviewChangesView } from '../rulesets/review-changes-view'
import { HashText } from '../ui/hash-text'
import { Notice } from '../ui/notice'
import { quotedNames } from '../ui/quoted-names'
import { TimeText } from '../ui/time-text'
import { approvePath, reportedApprover, type Sheet } from './sheet'

/** What is new since somebody approved this ruleset last, in the words of the review. */
export function ChangesSection({ sheet }: { readonly sheet: Sheet }) {
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
        <Since sheet={sheet} last={sheet.lastApproved} />
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
