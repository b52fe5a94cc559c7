import { useQuery } from '@tanstack/react-query'
import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../../server/http/trpc/router'
import { Badge, Notice } from '../notice'
import { server } from '../server-calls'
import { TimeText } from '../time-text'
import { useViewer } from './viewer'

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

export function InboxCount() {
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
    <span className="ml-1.5 rounded-full bg-warning-soft px-1.5 py-0.5 text-xs font-medium text-warning">
      {of > 99 ? '99+' : of}
      <span className="sr-only"> {words}</span>
    </span>
  )
}

/** Never disappears. */
export function ChangedAloneNotice({ since }: { readonly since: string }) {
  return (
    <Notice kind="warning" title="Rules changed by one administrator">
      <p>
        One administrator changed the rules of this namespace without a second one (<TimeText at={since} />
        ). Approvals since then are marked.
      </p>
    </Notice>
  )
}

export function ChangedAloneMark({ at }: { readonly at: string }) {
  const { changedAloneAt } = useViewer()
  if (changedAloneAt === null || at < changedAloneAt) return null
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-1">
      <Badge tone="warning">rules changed by one administrator</Badge>
      <span className="text-xs text-ink-faint">
        since <TimeText at={changedAloneAt} />
      </span>
    </span>
  )
}
