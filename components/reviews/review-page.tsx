'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useState } from 'react'
import { rulesetPath } from '../../server/api/page-paths'
import { Button } from '../ui/controls'
import { RefusalNotice } from '../ui/notice'
import { EmptyState, NoPermission, PageHeader, SkeletonLines } from '../ui/page-frame'
import { ReviewStateBadge, reviewPath } from '../ui/review-state/review-brief'
import { refusalOf } from '../ui/server-calls'
import { useMay, useViewer } from '../ui/shell/viewer'
import { TimeText } from '../ui/time-text'
import { CommentList } from './comment-list'
import { RequestSection } from './request-section'
import { type ReviewView, reviewQuery } from './review-data'

const RequestDialog = dynamic(() => import('./request-dialog').then((module) => module.RequestDialog), {
  loading: () => null,
})
const BlindTestSection = dynamic(
  () => import('../signing/blind-test-section').then((module) => module.BlindTestSection),
  { loading: () => null },
)
const SignAgain = dynamic(() => import('./sign-again').then((module) => module.SignAgain), { loading: () => null })

/** The review of a name: who is asked, what they answered, and their comments. */
export function ReviewPage({ name, reviewId }: { readonly name: string; readonly reviewId: string | null }) {
  const { namespace } = useViewer()
  const mayRead = useMay('read')
  const { data, error, refetch } = useQuery({ ...reviewQuery(namespace.id, name, reviewId), enabled: mayRead })
  const above = { href: rulesetPath(name), title: name }
  if (!mayRead)
    return (
      <NoPermission
        page={{ title: 'Review', above }}
        needs="see reviews"
        roles={['author', 'reviewer', 'administrator']}
      />
    )
  return (
    <>
      <PageHeader title="Review" above={above} actions={<Elsewhere name={name} hash={data?.newest.hash ?? null} />}>
        {data !== undefined && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <ReviewStateBadge state={data.state} />
            <span>Revision {data.newest.revision} is the newest.</span>
            {data.approvalReason !== null && <span>{data.approvalReason}</span>}
          </p>
        )}
      </PageHeader>
      {data !== undefined ? (
        <ShownReview view={data} />
      ) : error !== null ? (
        <RefusalNotice refusal={refusalOf(error)} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines what="the review" lines={10} />
      )}
    </>
  )
}

function Elsewhere({ name, hash }: { readonly name: string; readonly hash: string | null }) {
  const look = 'self-center rounded-md px-2 py-1 text-sm text-ink-soft hover:bg-canvas hover:text-ink'
  return (
    <nav aria-label="Pages of this ruleset" className="flex flex-wrap">
      <Link href={rulesetPath(name)} className={look}>
        Editor
      </Link>
      <Link href={rulesetPath(name, 'check')} className={look}>
        Check page
      </Link>
      <Link href={rulesetPath(name, 'history')} className={look}>
        History
      </Link>
      {hash !== null && (
        <Link href={`/approve/${hash}`} className={look}>
          Read and sign
        </Link>
      )}
    </nav>
  )
}

function ShownReview({ view }: { readonly view: ReviewView }) {
  const { name, review, others, may } = view
  const { person } = useViewer()
  const [asking, setAsking] = useState(false)
  const maySign = useMay('sign')
  const isOpen = review !== null && review.ended === null
  return (
    <div className="flex flex-col gap-8">
      {may.open && (
        <p>
          <Button look="primary" onClick={() => setAsking(true)}>
            Ask for a review
          </Button>
        </p>
      )}
      {asking && <RequestDialog name={name} review={null} reviewers={[]} onClose={() => setAsking(false)} />}
      {review === null ? (
        <EmptyState title="No review yet">
          <p>
            A review asks people to read the newest revision, comment on its parts, and sign it or request changes. It
            stays open when a new revision is saved.
          </p>
        </EmptyState>
      ) : (
        <RequestSection view={view} review={review} />
      )}
      {isOpen && maySign && <SignAgain key={`${view.newest.hash} ${person.id}`} name={name} />}
      <BlindTestSection hash={view.newest.hash} />
      {review !== null && <CommentList view={view} review={review} />}
      {others.length > 0 && (
        <section aria-labelledby="other-reviews">
          <h2 id="other-reviews" className="text-xl font-semibold">
            Other reviews of this ruleset
          </h2>
          <ul className="mt-2 divide-y divide-line border-y border-line">
            {others.map(({ id, openedBy, openedAt, how }) => (
              <li key={id} className="flex flex-wrap gap-x-3 py-2">
                <Link href={reviewPath(name, id)} className="text-accent underline">
                  <TimeText at={openedAt} />
                </Link>
                <span className="min-w-0 break-words text-ink-soft">
                  by {openedBy}, {how ?? 'open'}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
