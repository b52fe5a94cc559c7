import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/controls'
import { ConfirmDialog } from '../../ui/dialog'
import { Badge, RefusalNotice } from '../../ui/notice'
import { refusalOf, server } from '../../ui/server-calls'
import { TimeText } from '../../ui/time-text'
import { IssuedTable } from '../credentials/issued-table'
import {
  type GroupView,
  KIND_WORDS,
  SERVICE_ACCOUNTS_KEY,
  type ServiceAccount,
  type ServiceSecret,
} from '../settings-answers'
import { IssueSecretDialog } from './issue-secret-dialog'

export function ServiceAccountCard({ account, view }: { readonly account: ServiceAccount; readonly view: GroupView }) {
  const { id, username, description, isMember, disabledAt, createdAt, createdBy, secrets } = account
  const queries = useQueryClient()
  const [dialog, setDialog] = useState<'issue' | 'disable' | 'leave' | null>(null)
  const again = async () => {
    await queries.invalidateQueries({ queryKey: SERVICE_ACCOUNTS_KEY })
    setDialog(null)
  }
  const disable = useMutation({
    mutationFn: (disabled: boolean) => server.serviceAccounts.setDisabled.mutate({ id, disabled }),
    onSuccess: again,
  })
  const join = useMutation({
    mutationFn: () => server.serviceAccounts.addMember.mutate({ username }),
    onSuccess: again,
  })
  const leave = useMutation({
    mutationFn: () => server.serviceAccounts.removeMember.mutate({ accountId: id }),
    onSuccess: again,
  })
  const enabling = disabledAt !== null && disable.isError ? disable.error : null
  const error = enabling ?? join.error
  return (
    <li className="rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-52">
          <h3 className="flex flex-wrap items-center gap-2 font-medium">
            <code className="font-mono break-all">{username}</code>
            {disabledAt !== null && <Badge tone="bad">Disabled</Badge>}
            {!isMember && <Badge tone="warning">Not in the group</Badge>}
          </h3>
          {description !== '' && <p className="break-words text-ink-soft">{description}</p>}
          <p className="text-sm text-ink-faint">
            Added <TimeText at={createdAt} withTime={false} /> by {createdBy.replace(/ <.*>$/, '')}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {isMember ? (
            <Button look="quiet" onClick={() => setDialog('leave')} aria-label={`Remove… ${username}`}>
              Remove…
            </Button>
          ) : (
            <Button disabled={join.isPending} onClick={() => join.mutate()} aria-label={`Add to the group ${username}`}>
              Add to the group
            </Button>
          )}
          {disabledAt === null ? (
            <Button look="quiet" onClick={() => setDialog('disable')} aria-label={`Disable ${username}`}>
              Disable…
            </Button>
          ) : (
            <Button
              disabled={disable.isPending}
              onClick={() => disable.mutate(false)}
              aria-label={`Enable ${username}`}
            >
              Enable
            </Button>
          )}
          <Button onClick={() => setDialog('issue')} aria-label={`Issue a secret for ${username}`}>
            Issue a secret
          </Button>
        </div>
      </div>
      {error !== null && <RefusalNotice refusal={refusalOf(error)} className="mt-3" />}
      {secrets.length === 0 ? (
        <p className="mt-3 text-sm text-ink-faint">No secrets yet. No program can act as this account.</p>
      ) : (
        <div className="mt-3">
          <SecretsTable username={username} secrets={secrets} />
        </div>
      )}
      {dialog === 'issue' && <IssueSecretDialog account={account} view={view} onClose={() => setDialog(null)} />}
      {dialog === 'disable' && (
        <ConfirmDialog
          title={`Disable “${username}”?`}
          verb="Disable"
          isPending={disable.isPending}
          refusal={disable.error === null ? null : refusalOf(disable.error)}
          onConfirm={() => disable.mutate(true)}
          onClose={() => setDialog(null)}
        >
          <p>Its secrets and tokens are refused within a second, until you enable it again.</p>
        </ConfirmDialog>
      )}
      {dialog === 'leave' && (
        <ConfirmDialog
          title={`Remove “${username}” from the group?`}
          verb="Remove"
          isPending={leave.isPending}
          refusal={leave.error === null ? null : refusalOf(leave.error)}
          onConfirm={() => leave.mutate()}
          onClose={() => setDialog(null)}
        >
          <p>It can no longer act for {view.name}. Its secrets remain, because it may be a member of other groups.</p>
        </ConfirmDialog>
      )}
    </li>
  )
}

/** Secrets of an account, which cannot be read again. */
function SecretsTable(props: { readonly username: string; readonly secrets: readonly ServiceSecret[] }) {
  return (
    <IssuedTable
      label={`Secrets of ${props.username}`}
      issued={props.secrets}
      name={({ label }) => <span className="font-medium break-words">{label}</span>}
      kind={{ title: 'Kind', of: ({ kind }) => KIND_WORDS[kind].title }}
      mayRevoke={({ state }) => state === 'active'}
      revoke={(id) => server.serviceAccounts.revokeSecret.mutate({ id })}
      changes={SERVICE_ACCOUNTS_KEY}
    >
      <p>
        Programs that use the secret, and the tokens they got for it, are refused within a second. This cannot be
        undone.
      </p>
    </IssuedTable>
  )
}
