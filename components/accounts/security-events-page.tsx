'use client'

import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { inferRouterOutputs } from '@trpc/server'
import { Download } from 'lucide-react'
import type { AppRouter } from '../../server/http/trpc/router'
import { Button } from '../ui/controls'
import { saveFile } from '../ui/download-text'
import { RefusalNotice } from '../ui/notice'
import { EmptyState, NoPermission, PageHeader, SkeletonLines } from '../ui/page-frame'
import { noteExport, refusalOf, server } from '../ui/server-calls'
import { useMay } from '../ui/shell/viewer'
import { Cell, Table } from '../ui/table'
import { TimeText } from '../ui/time-text'

type SecurityEvent = inferRouterOutputs<AppRouter>['audit']['securityEvents']['events'][number]

const PAGE_EVENTS = 100

const KINDS: Readonly<Record<string, string>> = {
  signed_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  sign_in_delayed: 'Sign-in refused after too many attempts',
  signed_out: 'Signed out',
  session_ended: 'Session ended',
  password_changed: 'Password changed',
  wrong_password: 'Wrong password when signing or changing the account',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  account_disabled: 'Account disabled',
  account_enabled: 'Account enabled',
}

export function SecurityEventsPage() {
  const may = useMay('read_audit')
  return (
    <>
      <PageHeader title="Security events" {...(may && { actions: <ExportEvents /> })}>
        Sign-ins, failed sign-ins and ended sessions of the members of this namespace. Events are removed after 90 days.
        The Audit page shows what members did with rulesets.
      </PageHeader>
      {may ? <Events /> : <NoPermission needs="read security events" roles={['administrator']} />}
    </>
  )
}

function Events() {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['audit', 'security-events'],
    queryFn: ({ pageParam }) => server.audit.securityEvents.query({ after: pageParam, limit: PAGE_EVENTS }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
  if (error !== null) return <RefusalNotice refusal={refusalOf(error)} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonLines lines={10} what="the security events" />
  const events = data.pages.flatMap((page) => page.events)
  if (events.length === 0) return <EmptyState title="No events yet">Sign-ins will be listed here.</EmptyState>
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Table label="Security events" columns={['When', 'What', 'Who', 'From']}>
        {events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </Table>
      {hasNextPage && (
        <div>
          <Button aria-busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show earlier events
          </Button>
        </div>
      )}
    </div>
  )
}

function EventRow({ event: { at, kind, count, name, email, address, details } }: { readonly event: SecurityEvent }) {
  const reason = details.reason ?? details.method
  return (
    <tr>
      <Cell>
        <TimeText at={at} />
      </Cell>
      <Cell>
        {KINDS[kind] ?? kind.replaceAll('_', ' ')}
        {count > 1 && `, ${count} times in a minute`}
        {reason !== undefined && <span className="text-ink-soft"> ({reason.replaceAll('_', ' ')})</span>}
      </Cell>
      <Cell>
        {name} <span className="break-all text-ink-faint">{email}</span>
      </Cell>
      <Cell>
        {address} {details.browser !== undefined && <span className="text-ink-soft">{details.browser}</span>}
      </Cell>
    </tr>
  )
}

/** Exports all events as JSON Lines, newest first. */
function ExportEvents() {
  const run = useMutation({
    mutationFn: async () => {
      await noteExport('security_events', null)
      const lines: string[] = []
      for (let after: string | null = null, more = true; more; more = after !== null) {
        const page: { readonly events: readonly SecurityEvent[]; readonly next: string | null } =
          await server.audit.securityEvents.query({ after, limit: PAGE_EVENTS })
        lines.push(...page.events.map((event) => `${JSON.stringify(event)}\n`))
        after = page.next
      }
      saveFile('touchstone-security-events.jsonl', new Blob(lines, { type: 'application/jsonl; charset=utf-8' }))
    },
  })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span role="status" className="text-sm text-ink-soft">
        {run.isSuccess && 'Saved'}
        {run.isError && `Not exported: ${refusalOf(run.error).message}`}
      </span>
      <Button aria-busy={run.isPending} onClick={() => !run.isPending && run.mutate()}>
        <Download size={15} aria-hidden /> Export as JSON Lines
      </Button>
    </div>
  )
}
