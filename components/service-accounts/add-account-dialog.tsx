import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { refusalOf } from '../calls/page-refusal'
import { server } from '../calls/server-calls'
import { Button } from '../controls/button'
import { Dialog } from '../controls/dialog'
import { Field, TextEntry } from '../controls/field'
import { RefusalNotice } from '../controls/refusal-notice'
import { SERVICE_ACCOUNTS_KEY } from './account-answers'

const FORM = 'add-account'

/** Adds an account, which is then a member of the group. */
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!add.isPending) add.mutate()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add a service account"
      description="For one program. It may act for the group of this namespace as soon as it has a secret."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={FORM} look="primary" aria-busy={add.isPending}>
            {add.isPending ? 'Adding…' : 'Add'}
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={submit} noValidate className="flex flex-col gap-4 pb-2">
        <Field
          label="Username"
          hint="Of this whole deployment, such as claims-night-run. It cannot be changed later."
          problem={problemOf('username')}
        >
          {(bound) => (
            <TextEntry
              {...bound}
              value={username}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              className="font-mono"
              onChange={({ target }) => {
                setUsername(target.value)
                add.reset()
              }}
            />
          )}
        </Field>
        <Field label="Description (optional)" hint="What it is for." problem={problemOf('description')}>
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
      </form>
    </Dialog>
  )
}
