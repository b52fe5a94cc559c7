import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button, UsernameField } from '../../ui/controls'
import { ConfirmDialog } from '../../ui/dialog'
import { Badge, Notice, RefusalNotice } from '../../ui/notice'
import { refusalOf, server } from '../../ui/server-calls'
import { TimeText } from '../../ui/time-text'
import { type GroupView, SERVICE_ACCOUNTS_KEY, type ServiceAccount } from '../settings-answers'

/**
 * Accounts of other namespaces that may act for this group. They can be requested by name and removed; their secrets
 * are never visible.
 */
export function MembersElsewhere(props: {
  readonly accounts: readonly ServiceAccount[]
  readonly requests: GroupView['requests']
}) {
  const { accounts, requests } = props
  const queries = useQueryClient()
  const [username, setUsername] = useState('')
  const [removing, setRemoving] = useState<ServiceAccount | null>(null)
  const again = () => queries.invalidateQueries({ queryKey: SERVICE_ACCOUNTS_KEY })
  const add = useMutation({
    mutationFn: () => server.serviceAccounts.addMember.mutate({ username: username.trim() }),
    onSuccess: async () => {
      setUsername('')
      await again()
    },
  })
  const remove = useMutation({
    mutationFn: (accountId: string) => server.serviceAccounts.removeMember.mutate({ accountId }),
    onSuccess: async () => {
      await again()
      setRemoving(null)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (username.trim() !== '' && !add.isPending) add.mutate()
  }
  return (
    <section aria-labelledby="elsewhere-heading">
      <h2 id="elsewhere-heading" className="text-lg font-semibold">
        Members from other namespaces
      </h2>
      <p className="mt-1 mb-3 text-ink-soft">
        Accounts of other namespaces that may also act for this group, once the administrators of their own namespace
        confirm it. Those administrators issue and revoke their secrets.
      </p>
      {accounts.length > 0 && (
        <ul
          aria-label="Members from other namespaces"
          className="mb-3 divide-y divide-line rounded-lg border border-line bg-surface"
        >
          {accounts.map((account) => (
            <li key={account.id} className="flex flex-wrap items-center gap-2 px-4 py-2.5">
              <span className="min-w-0 flex-1">
                <code className="font-mono break-all">{account.username}</code>{' '}
                {account.disabledAt !== null && <Badge tone="bad">Disabled</Badge>}
                {account.description !== '' && (
                  <span className="block break-words text-ink-soft">{account.description}</span>
                )}
              </span>
              <Button onClick={() => setRemoving(account)} aria-label={`Remove… ${account.username}`}>
                Remove…
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={submit} noValidate className="flex flex-wrap items-end gap-2">
        <UsernameField
          label="Username of an account in another namespace"
          className="min-w-56 flex-1 sm:max-w-sm"
          value={username}
          onText={(text) => {
            setUsername(text)
            add.reset()
          }}
        />
        <Button type="submit" className="h-9" disabled={username.trim() === '' || add.isPending}>
          Request
        </Button>
      </form>
      {add.data !== undefined && (
        <Notice kind="done" className="mt-3">
          {add.data === 'added'
            ? 'The account can now act for this group.'
            : 'If the account exists, the administrators of its namespace are asked. It appears here once they confirm it.'}
        </Notice>
      )}
      <OwnRequests requests={requests} />
      {add.error !== null && <RefusalNotice refusal={refusalOf(add.error)} className="mt-3" />}
      {removing !== null && (
        <ConfirmDialog
          title={`Remove “${removing.username}” from the group?`}
          verb="Remove"
          isPending={remove.isPending}
          refusal={remove.error === null ? null : refusalOf(remove.error)}
          onConfirm={() => remove.mutate(removing.id)}
          onClose={() => setRemoving(null)}
        >
          <p>Within a second, it can no longer act for this group.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

const STATES = {
  waiting: { tone: 'plain', words: 'waiting' },
  confirmed: { tone: 'good', words: 'confirmed' },
  not_confirmed: { tone: 'warning', words: 'not confirmed' },
} as const

/** Requests of this namespace. It only learns whether an account exists when the request is confirmed. */
function OwnRequests({ requests }: { readonly requests: GroupView['requests'] }) {
  if (requests.length === 0) return null
  return (
    <ul aria-label="Requests of this namespace" className="mt-3 flex flex-col gap-1 text-sm">
      {requests.map(({ id, username, state, requestedAt, expiresAt }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-2">
          <code className="font-mono break-all">{username}</code>
          <Badge tone={STATES[state].tone}>{STATES[state].words}</Badge>
          <span className="text-ink-faint">
            requested <TimeText at={requestedAt} />
            {state === 'waiting' && (
              <>
                , until <TimeText at={expiresAt} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
