'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Field, TextEntry } from '../../ui/controls'
import { FormDialog } from '../../ui/dialog'
import { RefusalNotice } from '../../ui/notice'
import { refusalOf, server } from '../../ui/server-calls'
import { useViewer } from '../../ui/shell/viewer'
import { InvitationMade, useInvitation } from './invitation-made'
import { type Role, RoleTicks } from './role-ticks'

/** Creates an invitation, then shows its link and whether it was sent. */
export function InviteDialog({ role, onClose }: { readonly role: Role; readonly onClose: () => void }) {
  const { namespace } = useViewer()
  const [roles, setRoles] = useState<Role[]>([role])
  const [email, setEmail] = useState('')
  const canSend = useQuery({ queryKey: ['can send mail'], queryFn: () => server.members.canSend.query() })
  const { invitation, delivery } = useInvitation(() =>
    server.members.invite.mutate({ roles, email: email.trim() === '' ? null : email.trim() }),
  )
  if (invitation.data !== undefined)
    return <InvitationMade made={invitation.data} delivery={delivery} onClose={onClose} />
  const refusal = invitation.error === null ? null : refusalOf(invitation.error)
  const aboutEmail = refusal?.failures.find(({ field }) => field === 'email')
  return (
    <FormDialog
      onClose={onClose}
      title="Invite a person"
      description={`To the namespace “${namespace.name}”. ${
        canSend.data === true
          ? 'The invitation is sent to the e-mail address. Without one you get a message to pass on.'
          : 'You get a message with a link to pass on.'
      }`}
      action="Create invitation"
      actionUnderWay="Creating…"
      isUnderWay={invitation.isPending}
      onSubmit={() => roles.length > 0 && invitation.mutate(undefined)}
    >
      <RoleTicks roles={roles} onChange={setRoles} />
      {roles.length === 0 && (
        <p role="alert" className="text-sm text-false">
          Choose at least one role.
        </p>
      )}
      <Field
        label="E-mail address (optional)"
        hint="Only an account with this address can then use the link. Without an address, anyone who has the link can."
        problem={aboutEmail === undefined ? null : `Expected ${aboutEmail.expected}.`}
      >
        {(bound) => (
          <TextEntry
            {...bound}
            type="email"
            autoComplete="off"
            value={email}
            maxLength={320}
            onChange={({ target }) => {
              setEmail(target.value)
              invitation.reset()
            }}
          />
        )}
      </Field>
      {refusal !== null && aboutEmail === undefined && <RefusalNotice refusal={refusal} />}
    </FormDialog>
  )
}
