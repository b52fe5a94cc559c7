'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReviewDocument } from '../../server/engine/explain/review-document'
import { SkeletonLines } from '../ui/skeleton'

/** What changed in the words that a reviewer reads. */
export function ReviewComparison({
  before,
  after,
}: {
  readonly before: ReviewDocument
  readonly after: ReviewDocument
}) {
  const loaded = useQuery({
    queryKey: ['review changes', before, after],
    queryFn: async () => {
      const [{ reviewChanges }, { ReviewChangesView }] = await Promise.all([
        import('./review-changes'),
        import('./review-changes-view'),
      ])
      return { changes: reviewChanges(before, after), View: ReviewChangesView }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (loaded.data === undefined) return <SkeletonLines what="the changes of the review" lines={10} />
  const { View, changes } = loaded.data
  return (
    <>
      <h2 className="sr-only">Changes in the words of the review</h2>
      <View changes={changes} />
    </>
  )
}
