'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/controls'
import { Badge, RefusalNotice } from '../ui/notice'
import { NoPermission, PageHeader, SkeletonLines } from '../ui/page-frame'
import { refusalOf, server } from '../ui/server-calls'
import { Cell, Table } from '../ui/table'
import { TimeText } from '../ui/time-text'
import { useMay } from '../ui/viewer'
import { InviteDialog } from './invite-dialog'
import { MembersTable } from './members-table'
import { INVITATIONS_KEY, type ListedInvitation, MEMBERS_KEY } from './settings-answers'

/** Who is a member of the namespace, with which roles, and who is invited. */
export function MembersPage() {
  const may = useMay('manage_members')
  if (!may)
    return (
      <>
        <PageHeader title="Members" />
        <NoPermission needs="see, invite and remove members" roles={['administrator']} />
      </>
    )
  return <Members />
}

function Members() {
  const members = useQuery({ queryKey: MEMBERS_KEY, queryFn: () => server.members.list.query() })
  const [inviting, setInviting] = useState(false)
  return (
    <>
      <PageHeader
        title="Members"
        actions={
          <Button look="primary" onClick={() => setInviting(true)}>
            <UserPlus size={15} aria-hidden />
            Invite a person
          </Button>
        }
      >
        <p>A change holds from the member’s next click on, and stands in the log.</p>
      </PageHeader>
      {members.isPending && <SkeletonLines what="the members" />}
      {members.error !== null && (
        <RefusalNotice refusal={refusalOf(members.error)} onRetry={() => void members.refetch()} />
      )}
      {members.data !== undefined && <MembersTable members={members.data} />}
      <InvitationsSection />
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}

/** Links that can still be taken. Their addresses are not known any more: only what they give. */
function InvitationsSection() {
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
      {invitations.data?.length === 0 && <p className="text-ink-soft">No invitation is open at the moment.</p>}
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
      <Table
        label="Invitations not taken yet"
        columns={['For', 'Roles', 'Invited by', 'Over from', { title: 'Actions', isHidden: true }]}
      >
        {invitations.map(({ id, email, roles, invitedBy, expiresAt, held }) => (
          <tr key={id}>
            <Cell className="min-w-40 break-all">
              {email ?? 'The person who has the link'}{' '}
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
      </Table>
    </>
  )
}
