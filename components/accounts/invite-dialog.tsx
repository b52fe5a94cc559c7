'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Field, TextEntry } from '../ui/controls'
import { Dialog, FormDialog } from '../ui/dialog'
import { Notice, RefusalNotice } from '../ui/notice'
import { CHANGES_KEY } from '../ui/rule-changes'
import { refusalOf, server } from '../ui/server-calls'
import { TimeText } from '../ui/time-text'
import { useViewer } from '../ui/viewer'
import { type Role, RoleTicks } from './role-ticks'
import { ShownOnce } from './secret-fields'
import { INVITATIONS_KEY } from './settings-answers'

/** Makes an invitation, then shows its link this once. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient()
  const { namespace } = useViewer()
  const [roles, setRoles] = useState<Role[]>(['author'])
  const [email, setEmail] = useState('')
  const invitation = useMutation({
    mutationFn: () => server.members.invite.mutate({ roles, email: email.trim() === '' ? null : email.trim() }),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: INVITATIONS_KEY }),
        queries.invalidateQueries({ queryKey: CHANGES_KEY }),
      ]),
  })
  if (invitation.data !== undefined)
    return (
      <Dialog
        open
        onClose={onClose}
        title="The invitation is made"
        actions={
          <Button look="primary" onClick={onClose}>
            I have copied it
          </Button>
        }
      >
        <Notice kind="warning" className="mb-3">
          Send this link to the person yourself: it is shown this once, works once, and ends{' '}
          <TimeText at={invitation.data.expiresAt} />.
        </Notice>
        {invitation.data.pendingChange !== null && (
          <Notice kind="warning" className="mb-3">
            The link can be taken once another administrator confirms it, under Pending changes.
          </Notice>
        )}
        <div className="pb-2">
          <ShownOnce label="Link" what="the link" secret={invitation.data.link} />
        </div>
      </Dialog>
    )
  const refusal = invitation.error === null ? null : refusalOf(invitation.error)
  const aboutEmail = refusal?.failures.find(({ field }) => field === 'email')
  return (
    <FormDialog
      onClose={onClose}
      title="Invite a person"
      description={`To the namespace ${namespace.name}. Nothing is sent: you get a link to pass on.`}
      action="Make the link"
      actionUnderWay="Making…"
      isUnderWay={invitation.isPending}
      onSubmit={() => roles.length > 0 && invitation.mutate()}
    >
      <RoleTicks roles={roles} onChange={setRoles} />
      {roles.length === 0 && (
        <p role="alert" className="text-sm text-false">
          Choose one role at least.
        </p>
      )}
      <Field
        label="E-mail address (optional)"
        hint="Only an account with this address may then take the link. Without one, any person who has the link may."
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
