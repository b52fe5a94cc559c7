'use client'

import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { NoPermission } from '../ui/no-permission'
import { PageHeader } from '../ui/page-header'
import { refusalOf } from '../ui/page-refusal'
import { RefusalNotice } from '../ui/refusal-notice'
import { server } from '../ui/server-calls'
import { SkeletonLines } from '../ui/skeleton'
import { useMay } from '../ui/viewer'
import { type GroupView, SERVICE_ACCOUNTS_KEY } from './account-answers'
import { AddAccountDialog } from './add-account-dialog'
import { AskedMembers } from './asked-members'
import { GroupSection } from './group-section'
import { MembersElsewhere } from './members-elsewhere'
import { ServiceAccountCard } from './service-account-card'

/** Programs that act on the guardrail platform: their accounts, secrets and group. */
export function ServiceAccountsPage() {
  const may = useMay('manage_service_accounts')
  if (!may)
    return (
      <>
        <PageHeader title="Service accounts" />
        <NoPermission needs="see and manage service accounts" roles={['administrator']} />
      </>
    )
  return <ServiceAccounts />
}

function ServiceAccounts() {
  const view = useQuery({ queryKey: SERVICE_ACCOUNTS_KEY, queryFn: () => server.serviceAccounts.view.query() })
  const [adding, setAdding] = useState(false)
  return (
    <>
      <PageHeader
        title="Service accounts"
        actions={
          <Button look="primary" onClick={() => setAdding(true)}>
            <Plus size={15} aria-hidden /> Add an account
          </Button>
        }
      >
        <p>A program proves itself by a secret of its account, and gets tokens that last an hour.</p>
      </PageHeader>
      {view.isPending && <SkeletonLines what="the service accounts" lines={8} />}
      {view.error !== null && <RefusalNotice refusal={refusalOf(view.error)} onRetry={() => void view.refetch()} />}
      {view.data !== undefined && <Shown view={view.data} onAdd={() => setAdding(true)} />}
      {adding && <AddAccountDialog onClose={() => setAdding(false)} />}
    </>
  )
}

function Shown({ view, onAdd }: { readonly view: GroupView; readonly onAdd: () => void }) {
  const own = view.accounts.filter(({ isOwn }) => isOwn)
  return (
    <div className="flex flex-col gap-8">
      <GroupSection key={view.name} view={view} />
      <section aria-labelledby="accounts-heading">
        <h2 id="accounts-heading" className="mb-3 text-lg font-semibold">
          Accounts of this namespace
        </h2>
        {own.length === 0 ? (
          <div className="rounded-lg border border-line bg-surface">
            <EmptyState
              title="No service account here yet"
              actions={<Button onClick={onAdd}>Add the first one</Button>}
            >
              <p>Add one for every program, so that each can be stopped by itself.</p>
            </EmptyState>
          </div>
        ) : (
          <ul aria-label="Service accounts" className="flex flex-col gap-4">
            {own.map((account) => (
              <ServiceAccountCard key={account.id} account={account} view={view} />
            ))}
          </ul>
        )}
      </section>
      <MembersElsewhere accounts={view.accounts.filter(({ isOwn }) => !isOwn)} requests={view.requests} />
      <AskedMembers asked={view.asked} />
    </div>
  )
}
