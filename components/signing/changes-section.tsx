import Link from 'next/link'
import { type ReactNode, useMemo } from 'react'
import { MeaningChanges } from '../meaning/meaning-changes'
import { reviewChanges } from '../rulesets/changes/review-changes'
import { ReviewChangesView } from '../rulesets/changes/review-changes-view'
import { Button } from '../ui/controls'
import { HashText } from '../ui/copy-text'
import { quotedNames } from '../ui/lists'
import { Notice, RefusalNotice } from '../ui/notice'
import { SkeletonLines } from '../ui/page-frame'
import { TimeText } from '../ui/time-text'
import { approvePath, reportedApprover, type Sheet } from './sheet'
import type { ShownMeaning } from './use-meaning'

/** Shows the changes since the last approval: in meaning, then in the words of the review. */
export function ChangesSection(props: {
  readonly sheet: Sheet
  readonly shown: ShownMeaning
  readonly onReload: () => void
  /** Shown if the meaning did not change. */
  readonly again: ReactNode
}) {
  const { sheet, shown, onReload, again } = props
  return (
    <section aria-labelledby="changes">
      <h2 id="changes" className="mb-3 text-xl font-semibold">
        What changed since the last approved revision
      </h2>
      <MissingMeaning shown={shown} onReload={onReload} />
      {sheet.lastApproved === null ? (
        <p className="text-ink-soft">
          No earlier revision was approved, so there is nothing to compare with: read everything below as new.
        </p>
      ) : (
        <>
          <BeforeComparison last={sheet.lastApproved} />
          <MeaningSince shown={shown} again={again} />
          <Since sheet={sheet} last={sheet.lastApproved} />
        </>
      )}
    </section>
  )
}

/** Says why no comparison can be signed, and what to do. */
function MissingMeaning({ shown, onReload }: { readonly shown: ShownMeaning; readonly onReload: () => void }) {
  if (shown.status === 'failed') return <RefusalNotice refusal={shown.refusal} onRetry={onReload} className="mb-3" />
  if (shown.status !== 'other base') return null
  return (
    <Notice kind="warning" title="Another revision was approved while this page was loading" className="mb-3">
      <Button onClick={onReload}>Reload the page</Button>
    </Notice>
  )
}

/** Says what the comparison cannot show, because it uses today's engine and possibly today's unit library. */
function BeforeComparison({ last }: { readonly last: NonNullable<Sheet['lastApproved']> }) {
  const { underOlderEngine, underOtherLibrary } = last
  if (underOlderEngine === null && underOtherLibrary !== null) return null
  return (
    <Notice
      kind="warning"
      title="The approved revision may have meant something else when it was approved"
      className="mb-3"
    >
      {underOlderEngine !== null && <p>{underOlderEngine}</p>}
      {underOtherLibrary === null && (
        <p>It was approved without a signature, so there is no record of the unit library in force then.</p>
      )}
      <p>
        The comparison below uses today’s {underOtherLibrary === null ? 'engine and unit library' : 'engine'} and does
        not show that. Read the whole review before you sign.
      </p>
    </Notice>
  )
}

/** Shows which answers differ from the approved revision; this is signed with the review. */
function MeaningSince({ shown, again }: { readonly shown: ShownMeaning; readonly again: ReactNode }) {
  if (shown.status === 'failed' || shown.status === 'other base') return null
  const meaning = shown.status === 'shown' ? shown.meaning : undefined
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
        {!last.signed &&
          last.rulesetNames.length > 0 &&
          ' No signature states this name: the revision was saved under it at the time.'}
      </p>
      {changes === null ? (
        <Notice kind="warning">
          {sheet.review === null
            ? 'This revision does not compile, so it has no review to compare with that one.'
            : 'That revision no longer compiles, so its review cannot be compared with this one. Read the whole review below.'}
        </Notice>
      ) : (
        <ReviewChangesView changes={changes} />
      )}
    </>
  )
}
