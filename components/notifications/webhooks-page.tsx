'use client'

import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/controls'
import { RefusalNotice } from '../ui/notice'
import { EmptyState, NoPermission, PageHeader, SkeletonLines } from '../ui/page-frame'
import { refusalOf, server } from '../ui/server-calls'
import { useMay } from '../ui/shell/viewer'
import { WebhookCard } from './webhook-card'
import { WEBHOOKS_KEY, WebhookDialog } from './webhook-dialog'

/** The webhooks of the namespace, for administrators. */
export function WebhooksPage() {
  const may = useMay('manage_settings')
  if (!may)
    return (
      <>
        <PageHeader title="Notifications" />
        <NoPermission needs="see and change the webhooks of this namespace" roles={['administrator']} />
      </>
    )
  return <Webhooks />
}

function Webhooks() {
  const webhooks = useQuery({ queryKey: WEBHOOKS_KEY, queryFn: () => server.webhooks.list.query() })
  const [isAdding, setIsAdding] = useState(false)
  const add = (
    <Button look="primary" onClick={() => setIsAdding(true)}>
      <Plus size={15} aria-hidden />
      Add a webhook
    </Button>
  )
  return (
    <>
      <PageHeader title="Notifications" actions={add}>
        <p>
          A webhook sends the events of this namespace to another program or to a chat. What you receive yourself by
          mail is under Your account.{' '}
          <a href="/docs/notifications" className="text-accent underline">
            How receivers verify an event
          </a>
        </p>
      </PageHeader>
      {webhooks.isPending && <SkeletonLines what="the webhooks" />}
      {webhooks.error !== null && (
        <RefusalNotice refusal={refusalOf(webhooks.error)} onRetry={() => void webhooks.refetch()} />
      )}
      {webhooks.data?.length === 0 && (
        <div className="rounded-lg border border-line bg-surface">
          <EmptyState title="No webhooks yet">
            <p>Add one for each program or chat that should hear of reviews and approvals.</p>
          </EmptyState>
        </div>
      )}
      {webhooks.data !== undefined && webhooks.data.length > 0 && (
        <ul aria-label="Webhooks" className="flex max-w-3xl flex-col gap-4">
          {webhooks.data.map((webhook) => (
            <WebhookCard key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      )}
      {isAdding && <WebhookDialog webhook={null} onClose={() => setIsAdding(false)} />}
    </>
  )
}
