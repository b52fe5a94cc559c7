'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button, Field, TextEntry } from '../../ui/controls'
import { CopyText } from '../../ui/copy-text'
import { RefusalNotice } from '../../ui/notice'
import { EmptyState, NoPermission, PageHeader, SkeletonLines } from '../../ui/page-frame'
import { refusalOf, server } from '../../ui/server-calls'
import { useMay } from '../../ui/shell/viewer'
import { type GroupView, SERVICE_ACCOUNTS_KEY } from '../settings-answers'
import { AddAccountDialog } from './add-account-dialog'
import { MembersElsewhere } from './members-elsewhere'
import { RequestsFromElsewhere } from './requests-from-elsewhere'
import { ServiceAccountCard } from './service-account-card'

/** Accounts, secrets and group of the programs that act on the guardrail platform. */
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
        <p>A program identifies itself with a secret of its account and gets tokens that are valid for an hour.</p>
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
            <EmptyState title="No service accounts yet" actions={<Button onClick={onAdd}>Add the first one</Button>}>
              <p>Add one for each program, so that you can stop each one separately.</p>
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
      <RequestsFromElsewhere requests={view.asked} />
    </div>
  )
}

/** The group that owns what programs create here, with the names that programs and the identity provider use for it. */
function GroupSection({ view }: { readonly view: GroupView }) {
  const queries = useQueryClient()
  const [name, setName] = useState(view.name)
  const rename = useMutation({
    mutationFn: () => server.serviceAccounts.renameGroup.mutate({ name }),
    onSuccess: () => queries.invalidateQueries({ queryKey: SERVICE_ACCOUNTS_KEY }),
  })
  const refusal = rename.error === null ? null : refusalOf(rename.error)
  const failure = refusal?.failures.find(({ field }) => field === 'name')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== view.name && !rename.isPending) rename.mutate()
  }
  return (
    <section aria-labelledby="group-heading" className="rounded-lg border border-line bg-surface p-4">
      <h2 id="group-heading" className="mb-3 text-lg font-semibold">
        Group
      </h2>
      <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3">
        <Field
          label="Name of the group"
          hint="Programs send it in the header X-Service-Active-Group and find it in the groups of their token. A new name applies to new tokens: programs that send the old name are refused."
          problem={failure === undefined ? null : `Expected ${failure.expected}.`}
          className="min-w-56 flex-1"
        >
          {(bound) => (
            <TextEntry
              {...bound}
              value={name}
              autoComplete="off"
              onChange={({ target }) => {
                setName(target.value)
                rename.reset()
              }}
            />
          )}
        </Field>
        <Button type="submit" className="mt-6 h-9" disabled={name.trim() === view.name || rename.isPending}>
          Rename
        </Button>
      </form>
      {refusal !== null && failure === undefined && <RefusalNotice refusal={refusal} className="mt-3" />}
      <p className="mt-3 flex flex-wrap items-center gap-x-2 text-sm">
        <span className="text-ink-soft">client_id</span>
        <code className="font-mono break-all">{view.clientId}</code>
        <CopyText text={view.clientId} what="the client id" />
      </p>
    </section>
  )
}
