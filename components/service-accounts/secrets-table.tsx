import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refusalOf } from '../calls/page-refusal'
import { server } from '../calls/server-calls'
import { Badge } from '../controls/badge'
import { Button } from '../controls/button'
import { Cell, HeadCell, Table } from '../controls/table'
import { TimeText } from '../controls/time-text'
import { ConfirmDialog } from '../settings/confirm-dialog'
import { KIND_WORDS, SERVICE_ACCOUNTS_KEY, type ServiceSecret } from './account-answers'

const TONES = { active: 'good', expired: 'warning', revoked: 'plain' } as const

/** The secrets of an account, none of which can be read again. */
export function SecretsTable({
  username,
  secrets,
}: {
  readonly username: string
  readonly secrets: readonly ServiceSecret[]
}) {
  const [revoking, setRevoking] = useState<ServiceSecret | null>(null)
  return (
    <>
      <Table label={`Secrets of ${username}`}>
        <thead>
          <tr>
            <HeadCell>Label</HeadCell>
            <HeadCell>Kind</HeadCell>
            <HeadCell>State</HeadCell>
            <HeadCell>Last used</HeadCell>
            <HeadCell>Issued</HeadCell>
            <HeadCell>Expires</HeadCell>
            <HeadCell>
              <span className="sr-only">Actions</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {secrets.map((secret) => (
            <tr key={secret.id}>
              <Cell className="min-w-32 font-medium break-words">{secret.label}</Cell>
              <Cell className="whitespace-nowrap">{KIND_WORDS[secret.kind].title}</Cell>
              <Cell>
                <Badge tone={TONES[secret.state]}>{secret.state}</Badge>
              </Cell>
              <Cell>{secret.lastUsedAt === null ? 'Never' : <TimeText at={secret.lastUsedAt} />}</Cell>
              <Cell>
                <TimeText at={secret.createdAt} withTime={false} />
              </Cell>
              <Cell>{secret.expiresAt === null ? 'Never' : <TimeText at={secret.expiresAt} />}</Cell>
              <Cell className="text-right">
                {secret.state === 'active' && (
                  <Button onClick={() => setRevoking(secret)} aria-label={`Revoke ${secret.label}`}>
                    Revoke
                  </Button>
                )}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      {revoking !== null && <RevokeSecret secret={revoking} onClose={() => setRevoking(null)} />}
    </>
  )
}

function RevokeSecret({ secret, onClose }: { readonly secret: ServiceSecret; readonly onClose: () => void }) {
  const queries = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => server.serviceAccounts.revokeSecret.mutate({ id: secret.id }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: SERVICE_ACCOUNTS_KEY })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`Revoke “${secret.label}”?`}
      verb="Revoke"
      isPending={revoke.isPending}
      refusal={revoke.error === null ? null : refusalOf(revoke.error)}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <p>Programs that use it, and the tokens they got for it, are refused within a second. It cannot be taken back.</p>
    </ConfirmDialog>
  )
}
