'use client'

import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { refusalOf } from '../calls/page-refusal'
import { server } from '../calls/server-calls'
import { Button } from '../controls/button'
import { RefusalNotice } from '../controls/refusal-notice'
import { SkeletonLines } from '../controls/skeleton'
import { NoPermission } from '../shell/no-permission'
import { PageHeader } from '../shell/page-header'
import { useMay } from '../shell/viewer'
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
