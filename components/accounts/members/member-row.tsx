'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, Field, TextEntry } from '../../ui/controls'
import { ConfirmDialog, FormDialog } from '../../ui/dialog'
import { Badge, RefusalNotice } from '../../ui/notice'
import { refusalOf, server } from '../../ui/server-calls'
import { Cell } from '../../ui/table'
import { TimeText } from '../../ui/time-text'
import { type ListedMember, MEMBERS_KEY } from '../settings-answers'
import { ROLE_WORDS, type Role, withRole } from './role-ticks'

/** Says so if the member is the only administrator and cannot give up that role. */
export function MemberRow(props: {
  readonly member: ListedMember
  readonly isSelf: boolean
  readonly isLastAdministrator: boolean
  /** The roles being saved; null without a pending save. */
  readonly pendingRoles: readonly Role[] | null
  readonly onChange: (roles: readonly Role[]) => void
  readonly onRemove: () => void
}) {
  const { member, isSelf, isLastAdministrator, pendingRoles, onChange, onRemove } = props
  const { personId, name, email, since, disabled, byOperator, operatorPasswordAt, admissions } = member
  const roles = pendingRoles ?? member.roles
  const reason = `only-administrator-${personId}`
  return (
    <tr>
      <Cell className="min-w-48">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {isSelf && <Badge>you</Badge>}
          {disabled && <Badge tone="warning">disabled</Badge>}
          {byOperator && <Badge>added by the operator</Badge>}
        </span>
        <span className="break-all text-ink-faint">{email}</span>
        {admissions.map(({ kind, by, at }) =>
          kind === 'operator' ? null : (
            <span key={`${kind} ${by} ${at}`} className="block text-xs break-words text-ink-faint">
              {kind === 'invitation' ? 'Invited' : 'Confirmed'} by {by}, <TimeText at={at} withTime={false} />
            </span>
          ),
        )}
        {operatorPasswordAt !== null && (
          <span className="block text-xs text-ink-faint">
            Password set with a link from the operator, <TimeText at={operatorPasswordAt} />
          </span>
        )}
        {isLastAdministrator && (
          <span id={reason} className="block text-xs text-ink-faint">
            The only administrator. Make another member an administrator before you remove this one.
          </span>
        )}
      </Cell>
      {ROLE_WORDS.map(({ role, title }) => {
        const has = roles.includes(role)
        // A member has at least one role; a member without roles has to be removed.
        const isFixed = (isLastAdministrator && role === 'administrator') || (has && roles.length === 1)
        return (
          <Cell key={role}>
            <input
              type="checkbox"
              className="size-4 accent-(--accent)"
              aria-label={`${title}: ${name}`}
              aria-describedby={isLastAdministrator && role === 'administrator' ? reason : undefined}
              title={isFixed && !isLastAdministrator ? 'The last role. Remove the member instead.' : undefined}
              checked={has}
              disabled={isFixed || pendingRoles !== null}
              onChange={({ target }) => onChange(withRole(roles, role, target.checked))}
            />
          </Cell>
        )
      })}
      <Cell>
        <TimeText at={since} withTime={false} />
      </Cell>
      <Cell className="text-right whitespace-nowrap">
        <span className="inline-flex gap-2">
          <MemberAccountActions member={member} />
          <Button
            onClick={onRemove}
            disabled={isLastAdministrator}
            aria-label={`Remove ${name}`}
            aria-describedby={isLastAdministrator ? reason : undefined}
          >
            Remove
          </Button>
        </span>
      </Cell>
    </tr>
  )
}

/** Renames a member or disables the account. */
function MemberAccountActions({ member }: { readonly member: ListedMember }) {
  const [open, setOpen] = useState<'rename' | 'disable' | 'confirm' | null>(null)
  const close = () => setOpen(null)
  const { name, disabled, mayConfirm } = member
  return (
    <>
      {mayConfirm && (
        <Button onClick={() => setOpen('confirm')} aria-label={`Confirm the account of ${name}`}>
          Confirm
        </Button>
      )}
      <Button onClick={() => setOpen('rename')} aria-label={`Rename ${name}`}>
        Rename
      </Button>
      <Button onClick={() => setOpen('disable')} aria-label={`${disabled ? 'Enable' : 'Disable'} ${name}`}>
        {disabled ? 'Enable' : 'Disable'}
      </Button>
      {open === 'confirm' && <ConfirmAccountDialog member={member} onClose={close} />}
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
      description="The name is printed below everything the person signs from now on. Earlier signatures show the name they were made with."
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

function ConfirmAccountDialog({ member, onClose }: Props) {
  const queries = useQueryClient()
  const { personId, name } = member
  const confirming = useMutation({
    mutationFn: () => server.members.confirm.mutate({ personId }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: MEMBERS_KEY })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`Confirm the account of ${name}?`}
      verb="Confirm"
      isPending={confirming.isPending}
      refusal={confirming.error === null ? null : refusalOf(confirming.error)}
      onConfirm={() => confirming.mutate()}
      onClose={onClose}
    >
      <p>
        You say that this account belongs to this person, as a second administrator. Signatures of the person show it. A
        confirmation cannot be taken back.
      </p>
    </ConfirmDialog>
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
          ? 'The person can sign in again and has the same roles as before.'
          : 'All of the person’s sessions end now, and the account can no longer sign in. Agents that the person allowed can no longer act. Everything they saved and signed remains. Credentials that they issued belong to the namespace and continue to work.'}
      </p>
    </ConfirmDialog>
  )
}
