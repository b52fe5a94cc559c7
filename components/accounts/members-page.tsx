'use client'

import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button'
import { NoPermission } from '../ui/no-permission'
import { PageHeader } from '../ui/page-header'
import { refusalOf } from '../ui/page-refusal'
import { RefusalNotice } from '../ui/refusal-notice'
import { server } from '../ui/server-calls'
import { SkeletonLines } from '../ui/skeleton'
import { useMay } from '../ui/viewer'
import { InvitationsSection } from './invitations-section'
import { InviteDialog } from './invite-dialog'
import { MembersTable } from './members-table'
import { MEMBERS_KEY } from './settings-answers'

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
            Invite somebody
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
