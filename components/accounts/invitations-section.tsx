'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Badge } from '../ui/badge'
import { Button } from '../ui/button'
import { refusalOf } from '../ui/page-refusal'
import { RefusalNotice } from '../ui/refusal-notice'
import { server } from '../ui/server-calls'
import { SkeletonLines } from '../ui/skeleton'
import { Cell, HeadCell, Table } from '../ui/table'
import { TimeText } from '../ui/time-text'
import { INVITATIONS_KEY, type ListedInvitation } from './settings-answers'

/** Links that can still be taken. Their addresses are not known any more: only what they give. */
export function InvitationsSection() {
  const invitations = useQuery({ queryKey: INVITATIONS_KEY, queryFn: () => server.members.invitations.query() })
  return (
    <section aria-labelledby="invitations" className="mt-8">
      <h2 id="invitations" className="mb-2 text-xl font-semibold">
        Pending invitations
      </h2>
      {invitations.isPending && <SkeletonLines lines={2} what="the invitations" />}
      {invitations.error !== null && (
        <RefusalNotice refusal={refusalOf(invitations.error)} onRetry={() => void invitations.refetch()} />
      )}
      {invitations.data?.length === 0 && <p className="text-ink-soft">Nobody is invited at the moment.</p>}
      {invitations.data !== undefined && invitations.data.length > 0 && (
        <InvitationsTable invitations={invitations.data} />
      )}
    </section>
  )
}

function InvitationsTable({ invitations }: { readonly invitations: readonly ListedInvitation[] }) {
  const queries = useQueryClient()
  const revocation = useMutation({
    mutationFn: (id: string) => server.members.revokeInvitation.mutate({ id }),
    onSettled: () => queries.invalidateQueries({ queryKey: INVITATIONS_KEY }),
  })
  return (
    <>
      {revocation.error !== null && <RefusalNotice refusal={refusalOf(revocation.error)} className="mb-3" />}
      <Table label="Invitations nobody has taken yet">
        <thead>
          <tr>
            <HeadCell>For</HeadCell>
            <HeadCell>Roles</HeadCell>
            <HeadCell>Invited by</HeadCell>
            <HeadCell>Over from</HeadCell>
            <HeadCell>
              <span className="sr-only">Actions</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {invitations.map(({ id, email, roles, invitedBy, expiresAt, held }) => (
            <tr key={id}>
              <Cell className="min-w-40 break-all">
                {email ?? 'Whoever has the link'}{' '}
                {held && <Badge tone="warning">waits for another administrator</Badge>}
              </Cell>
              <Cell className="min-w-32">{roles.join(', ')}</Cell>
              <Cell className="min-w-32 break-words">{invitedBy}</Cell>
              <Cell>
                <TimeText at={expiresAt} />
              </Cell>
              <Cell className="text-right">
                <Button
                  onClick={() => !revocation.isPending && revocation.mutate(id)}
                  aria-label={`Revoke the invitation for ${email ?? roles.join(', ')}`}
                >
                  Revoke
                </Button>
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  )
}
