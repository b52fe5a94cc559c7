'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/controls'
import { ConfirmDialog } from '../../ui/dialog'
import { Badge, RefusalNotice } from '../../ui/notice'
import { SkeletonLines } from '../../ui/page-frame'
import { refusalOf, server } from '../../ui/server-calls'
import { TimeText } from '../../ui/time-text'

const SESSIONS_KEY = ['account', 'sessions'] as const

const METHODS: Readonly<Record<string, string>> = { password: 'password', passkey: 'passkey', oidc: 'provider' }

/** Lists the person's signed-in browsers. Each session can be ended, or all others. */
export function OwnSessions() {
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({ queryKey: SESSIONS_KEY, queryFn: () => server.account.sessions.query() })
  const settled = { onSettled: () => queries.invalidateQueries({ queryKey: SESSIONS_KEY }) }
  const ending = useMutation({ mutationFn: (id: string) => server.account.endSession.mutate({ id }), ...settled })
  const endingOthers = useMutation({ mutationFn: () => server.account.endOtherSessions.mutate(), ...settled })
  const failed = ending.error ?? endingOthers.error
  const hasOthers = data?.some(({ isThis }) => !isThis) === true
  return (
    <section aria-labelledby="sessions-title" className="flex flex-col gap-3">
      <div className="max-w-prose">
        <h2 id="sessions-title" className="text-lg font-semibold">
          Sessions
        </h2>
        <p className="text-ink-soft">
          Your signed-in browsers. A session ends after half an hour without use, and after twelve hours at the latest.
        </p>
      </div>
      {error !== null && <RefusalNotice refusal={refusalOf(error)} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonLines lines={2} what="your sessions" />}
      {data !== undefined && (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {data.map(({ id, isThis, browser, address, method, startedAt, lastUsedAt }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
              <MonitorSmartphone size={18} aria-hidden className="shrink-0 text-ink-soft" />
              <div className="min-w-40 flex-1">
                <p className="font-medium break-words">
                  {browser} {isThis && <Badge tone="accent">this browser</Badge>}
                </p>
                <p className="text-sm text-ink-soft">
                  From {address}, with {METHODS[method] ?? method}, since <TimeText at={startedAt} />, last used{' '}
                  <TimeText at={lastUsedAt} />
                </p>
              </div>
              {!isThis && (
                <Button
                  aria-label={`End the session of ${browser} from ${address}`}
                  aria-busy={ending.isPending}
                  onClick={() => !ending.isPending && ending.mutate(id)}
                >
                  End
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {failed !== null && <RefusalNotice refusal={refusalOf(failed)} />}
      <div className="flex flex-wrap gap-2">
        {hasOthers && (
          <Button aria-busy={endingOthers.isPending} onClick={() => !endingOthers.isPending && endingOthers.mutate()}>
            End all other sessions
          </Button>
        )}
        <SignOutEverywhere />
      </div>
    </section>
  )
}

/** Ends every session of the person, including this one and those of agents. */
function SignOutEverywhere() {
  const [isConfirming, setIsConfirming] = useState(false)
  const ending = useMutation({
    mutationFn: () => server.account.signOutEverywhere.mutate(),
    onSuccess: () => window.location.assign('/sign-in'),
  })
  return (
    <>
      <Button onClick={() => setIsConfirming(true)}>Sign out everywhere</Button>
      {isConfirming && (
        <ConfirmDialog
          title="Sign out everywhere?"
          verb="Sign out everywhere"
          isPending={ending.isPending}
          refusal={ending.error === null ? null : refusalOf(ending.error)}
          onConfirm={() => ending.mutate()}
          onClose={() => setIsConfirming(false)}
        >
          <p>
            All your browsers are signed out, including this one, and agents that you allowed can no longer act. Save
            your work first.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
