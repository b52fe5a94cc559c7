import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Field, TextEntry, UsernameField } from '../../ui/controls'
import { FormDialog } from '../../ui/dialog'
import { RefusalNotice } from '../../ui/notice'
import { refusalOf, server } from '../../ui/server-calls'
import { SERVICE_ACCOUNTS_KEY } from '../settings-answers'

/** Adds an account and makes it a member of the group. */
export function AddAccountDialog({ onClose }: { readonly onClose: () => void }) {
  const queries = useQueryClient()
  const [username, setUsername] = useState('')
  const [description, setDescription] = useState('')
  const add = useMutation({
    mutationFn: () => server.serviceAccounts.add.mutate({ username: username.trim(), description }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: SERVICE_ACCOUNTS_KEY })
      onClose()
    },
  })
  const refusal = add.error === null ? null : refusalOf(add.error)
  const problemOf = (field: string) => {
    const failure = refusal?.failures.find((each) => each.field === field)
    return failure === undefined ? null : `Expected ${failure.expected}.`
  }
  const shown = ['username', 'description'].some((field) => problemOf(field) !== null)
  return (
    <FormDialog
      onClose={onClose}
      title="Add a service account"
      description="For one program. It can act for the group of this namespace once it has a secret."
      action="Add"
      actionUnderWay="Adding…"
      isUnderWay={add.isPending}
      onSubmit={() => add.mutate()}
    >
      <UsernameField
        label="Username"
        hint="Unique in this deployment, for example claims-night-run. It cannot be changed later."
        problem={problemOf('username')}
        value={username}
        onText={(text) => {
          setUsername(text)
          add.reset()
        }}
      />
      <Field label="Description (optional)" hint="The purpose of the account." problem={problemOf('description')}>
        {(bound) => (
          <TextEntry
            {...bound}
            value={description}
            onChange={({ target }) => {
              setDescription(target.value)
              add.reset()
            }}
          />
        )}
      </Field>
      {refusal !== null && !shown && <RefusalNotice refusal={refusal} />}
    </FormDialog>
  )
}
