'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useMay, useViewer } from '../shell/viewer'
import { briefQuery, reviewPath } from './review-brief'
import { ReviewStateBadge } from './review-state-badge'

/** The state of a name, with its open comments, for the header of another page. The default export is loaded lazily. */
export default function ReviewStateLine({ name }: { readonly name: string }) {
  const { namespace } = useViewer()
  const { data } = useQuery({ ...briefQuery(namespace.id, name, null), enabled: useMay('read') })
  if (data === undefined) return null
  const open = data.review?.openComments ?? 0
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm" data-testid="review-state">
      <ReviewStateBadge state={data.state} />
      <Link href={reviewPath(name)} className="text-accent hover:underline">
        {open === 0 ? 'Review' : `Review: ${open === 1 ? '1 open comment' : `${open} open comments`}`}
      </Link>
    </p>
  )
}
