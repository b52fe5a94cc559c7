'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/dialog'
import { RefusalNotice } from '../../ui/notice'
import { refusalOf, server } from '../../ui/server-calls'
import { CHANGES_KEY } from '../../ui/shell/header-counts'
import { useViewer } from '../../ui/shell/viewer'
import { Table } from '../../ui/table'
import { FIRST_STEPS_KEY, type ListedMember, MEMBERS_KEY } from '../settings-answers'
import { PendingNotice } from './change-card'
import { MemberRow } from './member-row'
import { ROLE_WORDS, type Role } from './role-ticks'

export function MembersTable({ members }: { readonly members: readonly ListedMember[] }) {
  const viewer = useViewer()
  const changed = useMembersChanged()
  const [confirming, setConfirming] = useState<{
    readonly member: ListedMember
    readonly roles: readonly Role[] | null
  } | null>(null)
  const [waits, setWaits] = useState(false)
  // Roles being saved, by person. Kept as local state, because a checkbox must show its click immediately.
  const [saving, setSaving] = useState<ReadonlyMap<string, readonly Role[]>>(new Map())
  const roles = useMutation({
    mutationFn: (input: { readonly personId: string; readonly roles: readonly Role[] }) =>
      server.members.changeRoles.mutate({ personId: input.personId, roles: [...input.roles] }),
    onSettled: async (_answer, _error, { personId }) => {
      await changed()
      setSaving((others) => new Map([...others].filter(([other]) => other !== personId)))
    },
    onSuccess: ({ pendingChange }) => {
      setConfirming(null)
      setWaits(pendingChange !== null)
    },
  })
  const removal = useMutation({
    mutationFn: (personId: string) => server.members.remove.mutate({ personId }),
    onSuccess: async ({ pendingChange }) => {
      await changed()
      setConfirming(null)
      setWaits(pendingChange !== null)
    },
  })
  const administrators = members.filter((member) => member.roles.includes('administrator') && !member.disabled)
  const isSelf = ({ personId }: ListedMember) => personId === viewer.person.id
  const save = ({ personId }: ListedMember, next: readonly Role[]) => {
    setSaving((others) => new Map(others).set(personId, next))
    roles.mutate({ personId, roles: next })
  }
  const change = (member: ListedMember, next: readonly Role[]) => {
    roles.reset()
    // Administrators who give up the role that opens this page must confirm first.
    if (isSelf(member) && !next.includes('administrator')) setConfirming({ member, roles: next })
    else save(member, next)
  }
  const close = () => {
    setConfirming(null)
    roles.reset()
    removal.reset()
  }
  const refused = roles.error ?? removal.error
  const refusal = refused === null ? null : refusalOf(refused)
  return (
    <>
      {waits && <PendingNotice className="mb-3" />}
      {refusal !== null && confirming === null && <RefusalNotice refusal={refusal} className="mb-3" />}
      <Table
        label="Members"
        columns={[
          'Name',
          ...ROLE_WORDS.map(({ title, about }) => ({ title, about })),
          'Since',
          { title: 'Actions', isHidden: true },
        ]}
      >
        {members.map((member) => (
          <MemberRow
            key={member.personId}
            member={member}
            isSelf={isSelf(member)}
            isLastAdministrator={administrators.length === 1 && administrators[0] === member}
            pendingRoles={saving.get(member.personId) ?? null}
            onChange={(next) => change(member, next)}
            onRemove={() => {
              roles.reset()
              setConfirming({ member, roles: null })
            }}
          />
        ))}
      </Table>
      {confirming !== null && (
        <ConfirmDialog
          title={confirming.roles === null ? `Remove ${confirming.member.name}?` : 'Give up the administrator role?'}
          verb={confirming.roles === null ? 'Remove' : 'Give up role'}
          isPending={roles.isPending || removal.isPending}
          refusal={refusal}
          onConfirm={() =>
            confirming.roles === null
              ? removal.mutate(confirming.member.personId)
              : save(confirming.member, confirming.roles)
          }
          onClose={close}
        >
          <p>
            {confirming.roles === null
              ? `From their next click on, ${confirming.member.name} can no longer open this namespace. Everything they saved and signed remains.`
              : 'You can no longer open the pages for administrators. Another administrator can give you the role again.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** Reloads the list and what the viewer may do. */
function useMembersChanged(): () => Promise<void> {
  const queries = useQueryClient()
  const router = useRouter()
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: MEMBERS_KEY }),
      queries.invalidateQueries({ queryKey: CHANGES_KEY }),
      queries.invalidateQueries({ queryKey: FIRST_STEPS_KEY }),
    ])
    router.refresh()
  }
}
