import Link from 'next/link'
import { type ReactNode, useMemo } from 'react'
import { MeaningChanges } from '../meaning/meaning-changes'
import { reviewChanges } from '../rulesets/review-changes'
import { ReviewChangesView } from '../rulesets/review-changes-view'
import { HashText } from '../ui/copy-text'
import { quotedNames } from '../ui/lists'
import { Notice } from '../ui/notice'
import { SkeletonLines } from '../ui/page-frame'
import { TimeText } from '../ui/time-text'
import { WholeHash } from './facts'
import { approvePath, reportedApprover, type Sheet, type SheetMeaning } from './sheet'

/** What changed since the last approval of this ruleset: in meaning first, then in the words of the review. */
export function ChangesSection(props: {
  readonly sheet: Sheet
  readonly meaning: SheetMeaning | undefined
  /** Shown where nothing changed in meaning. */
  readonly again: ReactNode
}) {
  const { sheet, meaning, again } = props
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
          <MeaningSince meaning={meaning} again={again} />
          <Since sheet={sheet} last={sheet.lastApproved} />
        </>
      )}
    </section>
  )
}

/** What is signed with the review: which answers differ from those of the approved revision. */
function MeaningSince(props: { readonly meaning: SheetMeaning | undefined; readonly again: ReactNode }) {
  const { meaning, again } = props
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
        <>
          <MeaningChanges comparison={meaning.comparison.answer} />
          {meaning.comparison.answer.same_meaning && again}
        </>
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
