'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useRouter, useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { Button } from '../../ui/controls'
import { Badge, RefusalNotice } from '../../ui/notice'
import { NoPermission, PageHeader, SkeletonLines } from '../../ui/page-frame'
import { refusalOf, server } from '../../ui/server-calls'
import { useMay } from '../../ui/shell/viewer'
import { Cell, Table } from '../../ui/table'
import { TimeText } from '../../ui/time-text'
import { FIRST_STEPS_KEY, INVITATIONS_KEY, type ListedInvitation, MEMBERS_KEY } from '../settings-answers'
import { InvitationMade, useInvitation } from './invitation-made'
import { InviteDialog } from './invite-dialog'
import { MembersTable } from './members-table'
import { ROLE_WORDS, type Role } from './role-ticks'

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
  const { inviting, invite, close } = useInviting()
  return (
    <>
      <PageHeader
        title="Members"
        actions={
          <Button look="primary" onClick={() => invite('author')}>
            <UserPlus size={15} aria-hidden />
            Invite a person
          </Button>
        }
      >
        <p>Changes take effect with the member’s next click and are recorded in the log.</p>
      </PageHeader>
      {members.isPending && <SkeletonLines what="the members" />}
      {members.error !== null && (
        <RefusalNotice refusal={refusalOf(members.error)} onRetry={() => void members.refetch()} />
      )}
      {members.data !== undefined && <MembersTable members={members.data} />}
      <InvitationsSection />
      {inviting !== null && <InviteDialog role={inviting} onClose={close} />}
    </>
  )
}

/** The role preselected in the open invitation; null if no dialog is open. The page's URL can open it. */
function useInviting() {
  const router = useRouter()
  const wanted = useSearchParams().get('invite')
  const asksFor = ROLE_WORDS.find(({ role }) => role === wanted)?.role ?? null
  const [clicked, setClicked] = useState<Role | null>(null)
  const close = () => {
    setClicked(null)
    if (asksFor !== null) router.replace('/settings/members')
  }
  return { inviting: clicked ?? asksFor, invite: setClicked, close }
}

/** Invitations that can still be used. The server knows their roles but no longer their links. */
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
      {invitations.data?.length === 0 && <p className="text-ink-soft">No pending invitations.</p>}
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
    onSettled: () =>
      Promise.all([INVITATIONS_KEY, FIRST_STEPS_KEY].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
  const renewal = useInvitation((id: string) => server.members.renewInvitation.mutate({ id }))
  const { data: renewed, error: notRenewed, isPending: isRenewing } = renewal.invitation
  return (
    <>
      {revocation.error !== null && <RefusalNotice refusal={refusalOf(revocation.error)} className="mb-3" />}
      {notRenewed !== null && <RefusalNotice refusal={refusalOf(notRenewed)} className="mb-3" />}
      {renewed !== undefined && (
        <InvitationMade made={renewed} delivery={renewal.delivery} onClose={() => renewal.invitation.reset()} />
      )}
      <Table
        label="Invitations not accepted yet"
        columns={['For', 'Roles', 'Invited by', 'Expires', { title: 'Actions', isHidden: true }]}
      >
        {invitations.map(({ id, email, roles, invitedBy, expiresAt, held }) => (
          <tr key={id}>
            <Cell className="min-w-40 wrap-anywhere">
              {email ?? 'Anyone who has the link'}{' '}
              {held && <Badge tone="warning">waiting for another administrator</Badge>}
            </Cell>
            <Cell className="min-w-32">{roles.join(', ')}</Cell>
            <Cell className="min-w-32 break-words">{invitedBy}</Cell>
            <Cell>
              <TimeText at={expiresAt} />
            </Cell>
            <Cell className="text-right whitespace-nowrap">
              <Button
                className="mr-2"
                onClick={() => !isRenewing && renewal.invitation.mutate(id)}
                aria-label={`New link for ${email ?? roles.join(', ')}`}
                title="Revokes this link and makes another one"
              >
                New link
              </Button>
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
