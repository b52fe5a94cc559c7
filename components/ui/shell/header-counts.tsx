import { useQuery } from '@tanstack/react-query'
import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../../server/http/trpc/router'
import { server } from '../server-calls'
import { useMay } from './viewer'

export type PendingChange = inferRouterOutputs<AppRouter>['members']['pendingChanges'][number]

export const CHANGES_KEY = ['pending changes'] as const

/** Another administrator may be waiting. */
export function changesQuery() {
  return {
    queryKey: CHANGES_KEY,
    queryFn: () => server.members.pendingChanges.query(),
    refetchInterval: 60_000,
  }
}

/** Only for administrators. */
export function PendingCount() {
  const { data = [] } = useQuery(changesQuery())
  return <Count of={data.filter(({ may }) => may.confirm).length} words="waiting for your answer" />
}

export const INBOX_COUNT_KEY = ['inbox count'] as const

/** The number that follows the title of a page in the header. */
export default function HeaderCount({ href }: { readonly href: string }) {
  const managesMembers = useMay('manage_members')
  if (href === '/inbox') return <InboxCount />
  return href === '/settings' && managesMembers ? <PendingCount /> : null
}

function InboxCount() {
  const { data } = useQuery({
    queryKey: INBOX_COUNT_KEY,
    queryFn: () => server.notifications.count.query(),
    refetchInterval: 60_000,
  })
  return <Count of={data?.unread ?? 0} words="unread" />
}

function Count({ of, words }: { readonly of: number; readonly words: string }) {
  if (of === 0) return null
  return (
    <>
      {/* The space separates the count from the title for screen readers. */}{' '}
      <span className="ml-1 rounded-full bg-warning-soft px-1.5 py-0.5 text-xs font-medium text-warning">
        {of > 99 ? '99+' : of}
        <span className="sr-only"> {words}</span>
      </span>
    </>
  )
}
