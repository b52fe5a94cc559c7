'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { briefQuery, reviewPath } from '../../ui/review-state/review-brief'
import { useViewer } from '../../ui/shell/viewer'
import { TimeText } from '../../ui/time-text'
import { NoticeStrip } from './editor-bar'

/** Shows the author what reviewers ask for. */
export function ReviewNotices({ name, hash }: { readonly name: string; readonly hash: string }) {
  const { namespace } = useViewer()
  const { data } = useQuery(briefQuery(namespace.id, name, hash))
  if (data === undefined) return null
  const open = data.review?.openComments ?? 0
  const toReview = (
    <Link href={reviewPath(name)} className="rounded-md px-2 py-1 text-accent hover:underline">
      Go to the review
    </Link>
  )
  return (
    <>
      {data.requests.map(({ recordId, by, note, signedAt }) => (
        <NoticeStrip key={recordId} kind="warning" actions={toReview}>
          {by} requested changes, <TimeText at={signedAt} />: <span className="whitespace-pre-line">{note}</span>
        </NoticeStrip>
      ))}
      {open > 0 && (
        <NoticeStrip kind="info" actions={toReview}>
          {open === 1 ? 'One comment of the review is open.' : `${open} comments of the review are open.`}
        </NoticeStrip>
      )}
    </>
  )
}
