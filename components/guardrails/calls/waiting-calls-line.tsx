'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { server } from '../../ui/server-calls'
import { useMay, useViewer } from '../../ui/shell/viewer'

export const callCountKey = (namespaceId: string) => ['calls', namespaceId, 'count'] as const

/** Milliseconds. */
const REFRESH_MS = 30_000

/** Shows in the inbox of reviewers how many calls of tools wait. Empty without any. */
export function WaitingCallsLine() {
  const { namespace } = useViewer()
  const may = useMay('grant_calls')
  const { data: count = 0 } = useQuery({
    queryKey: callCountKey(namespace.id),
    queryFn: () => server.calls.count.query(),
    enabled: may,
    refetchInterval: REFRESH_MS,
  })
  if (!may || count === 0) return null
  return (
    <p className="mb-4 rounded-md bg-accent-soft px-3 py-2.5">
      <Link href="/calls" className="font-medium text-accent underline">
        {count === 1 ? 'One call of a tool waits' : `${count} calls of tools wait`} for a reviewer
      </Link>
    </p>
  )
}
