'use client'

import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useState } from 'react'
import { Button } from '../ui/controls'
import { ConfirmDialog } from '../ui/dialog'
import { Badge } from '../ui/notice'
import { refusalOf, server } from '../ui/server-calls'
import { DayText, TimeText } from '../ui/time-text'
import { type Reviewer, type ReviewRequest, type ReviewView, useReviewChange } from './review-data'

const RequestDialog = dynamic(() => import('./request-dialog').then((module) => module.RequestDialog), {
  loading: () => null,
})

/** Who asked whom for what, and what they answered. */
export function RequestSection({ view, review }: { readonly view: ReviewView; readonly review: ReviewRequest }) {
  const { name, state, reviewers, may } = view
  const [dialog, setDialog] = useState<'change' | 'end' | null>(null)
  const ending = useReviewChange(name, () => server.rulesetReviews.end.mutate({ reviewId: review.id }))
  const isComplete = state === 'approved'
  return (
    <section aria-labelledby="request" className="rounded-lg border border-line bg-surface p-4 sm:p-5">
      <h2 id="request" className="text-xl font-semibold">
        {review.ended === null ? 'Open review' : `Review, ${review.ended.how}`}
      </h2>
      <p className="mt-1 break-words text-ink-soft">
        Opened by {review.openedBy} on revision {review.openedRevision}, <TimeText at={review.openedAt} />
        {review.ended !== null && (
          <>
            . Ended by {review.ended.by}, <TimeText at={review.ended.at} />
          </>
        )}
        .
      </p>
      {review.dueOn !== null && (
        <p className="mt-1">
          Due on <DayText day={review.dueOn} /> {review.isOverdue && <Badge tone="bad">Overdue</Badge>}
        </p>
      )}
      {review.message !== '' && (
        <p className="mt-3 break-words whitespace-pre-line" data-testid="review-message">
          {review.message}
        </p>
      )}
      <h3 className="mt-4 font-semibold">Reviewers</h3>
      {review.anyReviewer && <p className="text-ink-soft">Every reviewer of this namespace is asked.</p>}
      <ul aria-label="Reviewers" className="mt-1 divide-y divide-line">
        {reviewers.map((reviewer) => (
          <ReviewerLine key={reviewer.personId} reviewer={reviewer} />
        ))}
      </ul>
      {may.manage && (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button onClick={() => setDialog('change')}>Change reviewers or due date</Button>
          <Button onClick={() => setDialog('end')}>{isComplete ? 'Complete the review' : 'Withdraw the review'}</Button>
        </div>
      )}
      {dialog === 'change' && (
        <RequestDialog name={name} review={review} reviewers={reviewers} onClose={() => setDialog(null)} />
      )}
      {dialog === 'end' && (
        <ConfirmDialog
          title={isComplete ? 'Complete the review?' : 'Withdraw the review?'}
          verb={isComplete ? 'Complete' : 'Withdraw'}
          isPending={ending.isPending}
          refusal={ending.isError ? refusalOf(ending.error) : null}
          onConfirm={() => ending.mutate(undefined, { onSuccess: () => setDialog(null) })}
          onClose={() => setDialog(null)}
        >
          <p className="pb-2">
            {isComplete
              ? 'The newest revision is approved.'
              : 'The newest revision is not approved. Signatures that were given stay.'}{' '}
            Comments can still be read, and no more can be written.
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}

function ReviewerLine({ reviewer }: { readonly reviewer: Reviewer }) {
  const { name, email, mine, isAsked, canSign, signature } = reviewer
  const { tone, words } = answerOf(reviewer)
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-2">
      <span className="min-w-0 break-words">
        {name} <span className="text-sm text-ink-faint">{email}</span>
        {mine && <span className="text-sm text-ink-faint"> (you)</span>}
      </span>
      <Badge tone={tone}>{words}</Badge>
      {!isAsked && <span className="text-sm text-ink-faint">not asked by name</span>}
      {!canSign && <span className="text-sm text-warning">can no longer sign here</span>}
      {signature !== null && (
        <Link
          href={`/approve/${signature.hash}/receipts/${signature.recordId}`}
          className="text-sm text-accent underline"
        >
          <TimeText at={signature.signedAt} />
        </Link>
      )}
      {signature?.note != null && (
        <span className="basis-full break-words whitespace-pre-line text-ink-soft">{signature.note}</span>
      )}
    </li>
  )
}

/** The answer of a reviewer, with the revision that it was given to. */
export function answerOf({ signature }: Pick<Reviewer, 'signature'>): {
  readonly tone: 'plain' | 'good' | 'warning' | 'bad'
  readonly words: string
} {
  if (signature === null) return { tone: 'plain', words: 'Not yet' }
  const { meaning, revision, isNewest, isOver } = signature
  const given = isNewest ? '' : `, given to revision ${revision}`
  switch (meaning) {
    case 'approved':
      if (isOver) return { tone: 'warning', words: `Approval of revision ${revision} is over` }
      return { tone: isNewest ? 'good' : 'warning', words: `Approved${given}` }
    case 'reviewed':
      return { tone: 'plain', words: `Reviewed${given}` }
    case 'changes_requested':
      return { tone: isNewest ? 'bad' : 'warning', words: `Changes requested${given}` }
    case 'withdrawn':
      return { tone: 'warning', words: `Approval of revision ${revision} withdrawn` }
  }
}
