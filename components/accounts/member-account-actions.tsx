'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { Field, TextEntry } from '../ui/field'
import { FormDialog } from '../ui/form-dialog'
import { refusalOf } from '../ui/page-refusal'
import { RefusalNotice } from '../ui/refusal-notice'
import { server } from '../ui/server-calls'
import { type ListedMember, MEMBERS_KEY } from './settings-answers'

/** What an administrator changes of a member's account: the name under signatures, and whether it is disabled. */
export function MemberAccountActions({ member }: { readonly member: ListedMember }) {
  const [open, setOpen] = useState<'rename' | 'disable' | null>(null)
  const close = () => setOpen(null)
  const { name, disabled } = member
  return (
    <>
      <Button onClick={() => setOpen('rename')} aria-label={`Rename ${name}`}>
        Rename
      </Button>
      <Button onClick={() => setOpen('disable')} aria-label={`${disabled ? 'Enable' : 'Disable'} ${name}`}>
        {disabled ? 'Enable' : 'Disable'}
      </Button>
      {open === 'rename' && <RenameDialog member={member} onClose={close} />}
      {open === 'disable' && <DisableDialog member={member} onClose={close} />}
    </>
  )
}

interface Props {
  readonly member: ListedMember
  readonly onClose: () => void
}

function RenameDialog({ member, onClose }: Props) {
  const queries = useQueryClient()
  const [name, setName] = useState(member.name)
  const renaming = useMutation({
    mutationFn: () => server.members.rename.mutate({ personId: member.personId, name }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: MEMBERS_KEY })
      onClose()
    },
  })
  const refusal = renaming.error === null ? null : refusalOf(renaming.error)
  const failure = refusal?.failures.find(({ field }) => field === 'name')
  return (
    <FormDialog
      onClose={onClose}
      title={`Rename ${member.name}`}
      description="The name is printed under what the person signs from now on. Earlier signatures keep the name they were given with."
      action="Rename"
      actionUnderWay="Renaming…"
      isUnderWay={renaming.isPending}
      onSubmit={() => renaming.mutate()}
    >
      <Field label="Name" problem={failure === undefined ? null : `Expected ${failure.expected}.`}>
        {(bound) => <TextEntry {...bound} value={name} onChange={({ target }) => setName(target.value)} />}
      </Field>
      {refusal !== null && failure === undefined && <RefusalNotice refusal={refusal} />}
    </FormDialog>
  )
}

function DisableDialog({ member, onClose }: Props) {
  const queries = useQueryClient()
  const { personId, name, disabled } = member
  const change = useMutation({
    mutationFn: () => (disabled ? server.members.enable : server.members.disable).mutate({ personId }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: MEMBERS_KEY })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={disabled ? `Enable the account of ${name}?` : `Disable the account of ${name}?`}
      verb={disabled ? 'Enable' : 'Disable'}
      isPending={change.isPending}
      refusal={change.error === null ? null : refusalOf(change.error)}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      <p>
        {disabled
          ? 'The person can sign in again and has the roles of before.'
          : 'Every session of the person ends now, and the account can no longer sign in. Agents that the person allowed act no more. What they saved and signed stays; credentials that they issued belong to the namespace and go on.'}
      </p>
    </ConfirmDialog>
  )
}
