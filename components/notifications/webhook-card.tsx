'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../ui/controls'
import { ConfirmDialog } from '../ui/dialog'
import { Badge, RefusalNotice } from '../ui/notice'
import { refusalOf, server } from '../ui/server-calls'
import { TimeText } from '../ui/time-text'
import { Deliveries } from './deliveries'
import { FORMAT_WORDS, SecretDialog, WEBHOOKS_KEY, type WebhookData, WebhookDialog } from './webhook-dialog'

const DISABLED_WORDS: Readonly<Record<string, string>> = {
  administrator: 'An administrator switched it off.',
  failures: 'It was switched off, because its receiver failed for a day.',
  gone: 'It was switched off, because its receiver answered that it is gone (410).',
}

/** A webhook with its actions and, on request, its deliveries. */
export function WebhookCard({ webhook }: { readonly webhook: WebhookData }) {
  const { id, label, url, format, disabledAt, disabledWhy, failingSince } = webhook
  const queries = useQueryClient()
  const [opened, setOpened] = useState<'change' | 'remove' | 'secret' | null>(null)
  const [isShowingDeliveries, setIsShowingDeliveries] = useState(false)
  const refresh = { onSettled: () => queries.invalidateQueries({ queryKey: WEBHOOKS_KEY }) }
  const switching = useMutation({
    mutationFn: (isEnabled: boolean) => server.webhooks.switch.mutate({ id, isEnabled }),
    ...refresh,
  })
  const testing = useMutation({
    mutationFn: () => server.webhooks.sendTest.mutate({ id }),
    onSuccess: () => setIsShowingDeliveries(true),
    ...refresh,
  })
  const removing = useMutation({ mutationFn: () => server.webhooks.remove.mutate({ id }), ...refresh })
  const renewing = useMutation({
    mutationFn: () => server.webhooks.renewSecret.mutate({ id }),
    onSuccess: () => setOpened(null),
  })
  const failed = switching.error ?? testing.error
  return (
    <li className="rounded-lg border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="font-semibold break-words">{label}</h2>
        {disabledAt !== null && <Badge tone="warning">switched off</Badge>}
        {disabledAt === null && failingSince !== null && <Badge tone="warning">failing</Badge>}
      </div>
      <p className="font-mono text-sm break-all text-ink-soft">{url}</p>
      <p className="text-sm text-ink-soft">{FORMAT_WORDS[format]}</p>
      {disabledAt !== null && (
        <p className="text-sm">
          {DISABLED_WORDS[disabledWhy ?? ''] ?? 'It was switched off.'} <TimeText at={disabledAt} />
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => setOpened('change')}>Change</Button>
        <Button
          aria-busy={switching.isPending}
          onClick={() => !switching.isPending && switching.mutate(disabledAt !== null)}
        >
          {disabledAt === null ? 'Switch off' : 'Switch on'}
        </Button>
        {disabledAt === null && (
          <Button aria-busy={testing.isPending} onClick={() => !testing.isPending && testing.mutate()}>
            Send a test
          </Button>
        )}
        <Button onClick={() => setOpened('secret')}>New secret</Button>
        <Button onClick={() => setOpened('remove')}>Remove</Button>
        <Button aria-expanded={isShowingDeliveries} onClick={() => setIsShowingDeliveries((is) => !is)}>
          Deliveries
        </Button>
      </div>
      {failed !== null && <RefusalNotice refusal={refusalOf(failed)} className="mt-3" />}
      {isShowingDeliveries && <Deliveries webhookId={id} />}
      {opened === 'change' && <WebhookDialog webhook={webhook} onClose={() => setOpened(null)} />}
      {opened === 'remove' && (
        <ConfirmDialog
          title={`Remove “${label}”?`}
          verb="Remove"
          isPending={removing.isPending}
          refusal={removing.error === null ? null : refusalOf(removing.error)}
          onConfirm={() => removing.mutate()}
          onClose={() => setOpened(null)}
        >
          <p>It receives no more events, and its deliveries are removed with it.</p>
        </ConfirmDialog>
      )}
      {opened === 'secret' && (
        <ConfirmDialog
          title={`Make a new secret for “${label}”?`}
          verb="Make a new secret"
          isPending={renewing.isPending}
          refusal={renewing.error === null ? null : refusalOf(renewing.error)}
          onConfirm={() => renewing.mutate()}
          onClose={() => setOpened(null)}
        >
          <p>Events are signed with the new secret at once. The receiver rejects them until it knows the new one.</p>
        </ConfirmDialog>
      )}
      {renewing.data !== undefined && (
        <SecretDialog label={label} secret={renewing.data.secret} onClose={() => renewing.reset()} />
      )}
    </li>
  )
}
