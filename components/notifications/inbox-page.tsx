'use client'

import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { INBOX_VIEWS, type InboxView } from '../../server/api/terms/notification-terms'
import { WaitingCallsLine } from '../guardrails/calls/waiting-calls-line'
import { Button } from '../ui/controls'
import { RefusalNotice } from '../ui/notice'
import { EmptyState, PageHeader, partLook, SkeletonLines } from '../ui/page-frame'
import { refusalOf, server } from '../ui/server-calls'
import { INBOX_COUNT_KEY } from '../ui/shell/header-counts'
import { InboxRow, type InboxRowData } from './inbox-row'
import { useListKeys } from './use-list-keys'

const INBOX_KEY = ['inbox'] as const

const TITLES: Readonly<Record<InboxView, string>> = {
  waiting: 'Waiting for me',
  mine: 'Mine',
  mentions: 'Mentions',
  all: 'All',
}

const EMPTY: Readonly<Record<InboxView, string>> = {
  waiting: 'Requests for reviews and changes appear here until you answer them.',
  mine: 'Changes of the rulesets that you wrote appear here.',
  mentions: 'Comments that mention you appear here.',
  all: 'Changes of the rulesets that you write, review or sign appear here.',
}

export function InboxPage() {
  const [view, setView] = useState<InboxView>('waiting')
  return (
    <>
      <PageHeader title="Inbox" actions={<MarkAllRead />}>
        <p>
          Keys: <kbd>j</kbd> and <kbd>k</kbd> move, <kbd>Enter</kbd> opens, <kbd>x</kbd> marks as done.{' '}
          <Link href="/settings/account#notifications" className="text-accent underline">
            Choose what you receive by mail
          </Link>
        </p>
      </PageHeader>
      <WaitingCallsLine />
      <nav aria-label="Views" className="mb-4 flex flex-wrap border-b border-line">
        {INBOX_VIEWS.map((each) => (
          <button
            key={each}
            type="button"
            aria-current={each === view ? 'page' : undefined}
            onClick={() => setView(each)}
            className={clsx('h-10', partLook(each === view))}
          >
            {TITLES[each]}
          </button>
        ))}
      </nav>
      <InboxList key={view} view={view} />
    </>
  )
}

/** Refreshes the lists and the counter. */
function useRefresh(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: INBOX_KEY }),
      queries.invalidateQueries({ queryKey: INBOX_COUNT_KEY }),
    ])
  }
}

function MarkAllRead() {
  const refresh = useRefresh()
  const marking = useMutation({ mutationFn: () => server.notifications.markAllRead.mutate(), onSettled: refresh })
  return (
    <Button aria-busy={marking.isPending} onClick={() => !marking.isPending && marking.mutate()}>
      Mark all as read
    </Button>
  )
}

const REFRESH_MS = 60_000

function InboxList({ view }: { readonly view: InboxView }) {
  const refresh = useRefresh()
  const router = useRouter()
  const list = useRef<HTMLUListElement>(null)
  const page = useInfiniteQuery({
    queryKey: [...INBOX_KEY, view],
    queryFn: ({ pageParam }) => server.notifications.list.query({ view, after: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: REFRESH_MS,
  })
  const dismissal = useMutation({
    mutationFn: (id: string) => server.notifications.dismiss.mutate({ ids: [id] }),
    onSettled: refresh,
  })
  const reading = useMutation({
    mutationFn: (row: InboxRowData) => server.notifications.markRead.mutate({ ids: [row.id], isRead: !row.isRead }),
    onSettled: refresh,
  })
  const open = async (row: InboxRowData) => {
    if (!row.isRead) await reading.mutateAsync(row).catch(() => undefined)
    router.push(row.path)
  }
  useListKeys(list, (nth) => {
    const row = page.data?.pages.flatMap((each) => each.rows)[nth]
    if (row !== undefined) dismissal.mutate(row.id)
  })
  if (page.isPending) return <SkeletonLines what="your notifications" />
  if (page.data === undefined)
    return <RefusalNotice refusal={refusalOf(page.error)} onRetry={() => void page.refetch()} />
  const rows = page.data.pages.flatMap((each) => each.rows)
  const failed = dismissal.error ?? reading.error
  return (
    <>
      {failed !== null && <RefusalNotice refusal={refusalOf(failed)} className="mb-3" />}
      {rows.length === 0 ? (
        <div className="rounded-lg border border-line bg-surface">
          <EmptyState title="Nothing here">
            <p>{EMPTY[view]}</p>
          </EmptyState>
        </div>
      ) : (
        <ul
          ref={list}
          aria-label={TITLES[view]}
          className="divide-y divide-line rounded-lg border border-line bg-surface"
        >
          {rows.map((row) => (
            <InboxRow
              key={row.id}
              row={row}
              onOpen={() => void open(row)}
              onRead={() => reading.mutate(row)}
              onDismiss={() => dismissal.mutate(row.id)}
            />
          ))}
        </ul>
      )}
      {page.hasNextPage && (
        <Button
          className="mt-3"
          aria-busy={page.isFetchingNextPage}
          onClick={() => !page.isFetchingNextPage && void page.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  )
}
