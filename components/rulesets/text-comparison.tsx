'use client'

import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { SkeletonLines } from '../ui/skeleton'
import { TextRows } from './text-rows'

/** Two texts, side by side where there is room and one below the other where there is none. */
export function TextComparison({ before, after }: { readonly before: string; readonly after: string }) {
  const wide = useWide()
  const rows = useQuery({
    queryKey: ['text changes', before, after],
    queryFn: async () => (await import('./text-changes')).textChanges(before, after),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (rows.data === undefined) return <SkeletonLines what="the changes of the text" lines={10} />
  const count = (kind: 'added' | 'removed' | 'changed') => rows.data.filter((row) => row.kind === kind).length
  const [changed, added, removed] = [count('changed'), count('added'), count('removed')]
  return (
    <>
      <p className="mb-3 font-medium">
        {changed + added + removed === 0
          ? 'The two texts are the same.'
          : `${lines(changed)} changed, ${added} added, ${removed} removed.`}
      </p>
      <TextRows rows={rows.data} wide={wide} />
    </>
  )
}

function lines(count: number): string {
  return `${count} ${count === 1 ? 'line' : 'lines'}`
}

const WIDE = '(min-width: 64rem)'

function useWide(): boolean {
  return useSyncExternalStore(
    (tell) => {
      const query = window.matchMedia(WIDE)
      query.addEventListener('change', tell)
      return () => query.removeEventListener('change', tell)
    },
    () => window.matchMedia(WIDE).matches,
    () => true,
  )
}
