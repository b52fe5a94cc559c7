'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { type InForce, InForceLine } from '../shell/in-force-line'
import { useMay, useViewer } from '../shell/viewer'
import { briefQuery, ReviewStateBadge, reviewPath } from './review-brief'

/** The state of a name, with its open comments and what is in force, for the header of another page. Loaded lazily. */
export default function ReviewStateLine(props: {
  readonly name: string
  /** Null if nothing is in force; absent if the page shows it elsewhere. */
  readonly inForce?: InForce | null
}) {
  const { name, inForce = null } = props
  const { namespace } = useViewer()
  const { data } = useQuery({ ...briefQuery(namespace.id, name, null), enabled: useMay('read') })
  const open = data?.review?.openComments ?? 0
  return (
    <>
      {data !== undefined && (
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm" data-testid="review-state">
          <ReviewStateBadge state={data.state} />
          <Link href={reviewPath(name)} className="text-accent hover:underline">
            {open === 0 ? 'Review' : `Review: ${open === 1 ? '1 open comment' : `${open} open comments`}`}
          </Link>
        </p>
      )}
      {inForce !== null && <InForceLine inForce={inForce} />}
    </>
  )
}

/** Links to the open comments on an assertion. */
export function CommentCount(props: { readonly name: string; readonly hash: string; readonly assertion: string }) {
  const { name, hash, assertion } = props
  const { namespace } = useViewer()
  const { data } = useQuery(briefQuery(namespace.id, name, hash))
  const own = data?.bySubject.find((subject) => subject.kind === 'assertion' && subject.name === assertion)
  if (own === undefined) return null
  return (
    <p className="mt-1 text-sm print:hidden">
      <Link href={reviewPath(name)} className="text-accent underline">
        {own.open === 1 ? '1 open comment' : `${own.open} open comments`}
        <span className="sr-only"> on {assertion}</span>
      </Link>
    </p>
  )
}
