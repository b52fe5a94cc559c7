'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refusalOf } from '../calls/page-refusal'
import { server } from '../calls/server-calls'
import { Badge } from '../controls/badge'
import { Button } from '../controls/button'
import { Cell, HeadCell, Table } from '../controls/table'
import { TimeText } from '../controls/time-text'
import { ConfirmDialog } from './confirm-dialog'
import { CREDENTIALS_KEY, type CredentialRow, TIER_WORDS } from './credential-answers'

const TONES = { active: 'good', expired: 'warning', revoked: 'plain' } as const

/** Every credential of the namespace, the newest first. */
export function CredentialsTable({ credentials }: { readonly credentials: readonly CredentialRow[] }) {
  const [revoking, setRevoking] = useState<CredentialRow | null>(null)
  return (
    <>
      <Table label="Credentials">
        <thead>
          <tr>
            <HeadCell>Label</HeadCell>
            <HeadCell>Tier</HeadCell>
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
          {credentials.map((credential) => (
            <CredentialLine key={credential.id} credential={credential} onRevoke={() => setRevoking(credential)} />
          ))}
        </tbody>
      </Table>
      {revoking !== null && <RevokeDialog credential={revoking} onClose={() => setRevoking(null)} />}
    </>
  )
}

function CredentialLine({
  credential,
  onRevoke,
}: {
  readonly credential: CredentialRow
  readonly onRevoke: () => void
}) {
  const { id, label, tier, state, lastUsedAt, createdAt, expiresAt, revokedAt } = credential
  return (
    <tr>
      <Cell className="min-w-36">
        <span className="font-medium break-words">{label || 'No label'}</span>
        <code className="block font-mono text-xs text-ink-faint" title={id}>
          {id.slice(0, 8)}
        </code>
      </Cell>
      <Cell className="whitespace-nowrap">{TIER_WORDS[tier]}</Cell>
      <Cell>
        <Badge tone={TONES[state]}>{state}</Badge>
        {revokedAt !== null && (
          <span className="block text-xs text-ink-faint">
            <TimeText at={revokedAt} />
          </span>
        )}
      </Cell>
      <Cell>{lastUsedAt === null ? 'Never' : <TimeText at={lastUsedAt} />}</Cell>
      <Cell>
        <TimeText at={createdAt} withTime={false} />
      </Cell>
      <Cell>{expiresAt === null ? 'Never' : <TimeText at={expiresAt} />}</Cell>
      <Cell className="text-right">
        {state !== 'revoked' && (
          <Button onClick={onRevoke} aria-label={`Revoke ${label}`}>
            Revoke
          </Button>
        )}
      </Cell>
    </tr>
  )
}

function RevokeDialog({ credential, onClose }: { readonly credential: CredentialRow; readonly onClose: () => void }) {
  const queries = useQueryClient()
  const revocation = useMutation({
    mutationFn: () => server.credentials.revoke.mutate({ id: credential.id }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: CREDENTIALS_KEY })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`Revoke “${credential.label}”?`}
      verb="Revoke"
      isPending={revocation.isPending}
      refusal={revocation.error === null ? null : refusalOf(revocation.error)}
      onConfirm={() => revocation.mutate()}
      onClose={onClose}
    >
      <p>
        Programs that hold its token, and agents allowed with it, are refused within a second. It cannot be taken back;
        what was done with it stays.
      </p>
    </ConfirmDialog>
  )
}
