'use client'

import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { inferRouterOutputs } from '@trpc/server'
import { KIND_DESCRIPTIONS, NOTIFICATION_KINDS } from '../../server/api/terms/notification-terms'
import type { AppRouter } from '../../server/http/trpc/router'
import { Button } from '../ui/controls'
import { RefusalNotice } from '../ui/notice'
import { SkeletonLines } from '../ui/page-frame'
import { refusalOf, server } from '../ui/server-calls'
import { TimeText } from '../ui/time-text'

type DeliveryData = inferRouterOutputs<AppRouter>['webhooks']['deliveries']['rows'][number]

const REFRESH_MS = 10_000

/** The newest deliveries of a webhook, each with its last attempt. */
export function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const queries = useQueryClient()
  const queryKey = ['webhook deliveries', webhookId] as const
  const page = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => server.webhooks.deliveries.query({ id: webhookId, after: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: REFRESH_MS,
  })
  const resending = useMutation({
    mutationFn: (id: string) => server.webhooks.resend.mutate({ id }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  if (page.isPending) return <SkeletonLines lines={3} what="the deliveries" />
  if (page.data === undefined)
    return <RefusalNotice refusal={refusalOf(page.error)} onRetry={() => void page.refetch()} />
  const rows = page.data.pages.flatMap((each) => each.rows)
  return (
    <section aria-label="Deliveries" className="mt-3 border-t border-line pt-2">
      {rows.length === 0 && <p className="text-sm text-ink-soft">Nothing was sent yet.</p>}
      {resending.error !== null && <RefusalNotice refusal={refusalOf(resending.error)} />}
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <li key={row.id} className="flex flex-wrap items-start gap-x-4 gap-y-1 py-2 text-sm">
            <div className="min-w-0 flex-1 basis-60">
              <p>
                <span className="font-medium">{deliveryTitle(row.kind)}</span> <TimeText at={row.madeAt} />
              </p>
              <p className="text-ink-soft">
                {deliveryState(row)}
                {row.lastMs !== null && ` ${row.lastMs} ms, attempt ${row.attempts}.`}
              </p>
              {row.lastAnswer !== null && row.lastAnswer !== '' && (
                <p className="font-mono text-xs break-all text-ink-soft">{row.lastAnswer}</p>
              )}
            </div>
            {row.outcome !== null && (
              <Button
                aria-label={`Send again: ${deliveryTitle(row.kind)}`}
                aria-busy={resending.isPending}
                onClick={() => !resending.isPending && resending.mutate(row.id)}
              >
                Send again
              </Button>
            )}
          </li>
        ))}
      </ul>
      {page.hasNextPage && (
        <Button onClick={() => !page.isFetchingNextPage && void page.fetchNextPage()}>Show more</Button>
      )}
    </section>
  )
}

function deliveryTitle(kind: string): string {
  const known = NOTIFICATION_KINDS.find((each) => each === kind)
  return known === undefined ? 'Test' : KIND_DESCRIPTIONS[known].title
}

/** Says what happened at the last attempt. */
function deliveryState({ outcome, attempts, lastStatus, lastProblem }: DeliveryData): string {
  const last = lastProblem ?? (lastStatus === null ? '' : `Answer ${lastStatus}.`)
  if (outcome === 'delivered') return `Delivered. ${last}`
  if (outcome === 'failed') return `Not delivered. ${last}`
  return attempts === 0 ? 'Waits to be sent.' : `Is tried again. ${last}`
}
