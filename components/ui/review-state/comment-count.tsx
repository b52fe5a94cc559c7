'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useViewer } from '../shell/viewer'
import { briefQuery, reviewPath } from './review-brief'

/** Links to the open comments on an assertion. The default export is loaded lazily. */
export default function CommentCount(props: {
  readonly name: string
  readonly hash: string
  readonly assertion: string
}) {
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
