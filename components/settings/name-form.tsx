'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { refusalOf } from '../calls/page-refusal'
import { server } from '../calls/server-calls'
import { Button } from '../controls/button'
import { Field, TextEntry } from '../controls/field'
import { RefusalNotice } from '../controls/refusal-notice'
import { ACCOUNT_KEY } from './account-key'

/** The name as it is printed under signatures. */
export function NameForm({ name: kept, email }: { readonly name: string; readonly email: string }) {
  const queries = useQueryClient()
  const router = useRouter()
  const [name, setName] = useState(kept)
  const renaming = useMutation({
    mutationFn: () => server.account.rename.mutate({ name }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ACCOUNT_KEY })
      // The header tells the name too.
      router.refresh()
    },
  })
  const refusal = renaming.error === null ? null : refusalOf(renaming.error)
  const failure = refusal?.failures.find(({ field }) => field === 'name')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!renaming.isPending) renaming.mutate()
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <p className="text-ink-soft">
        You sign in as <span className="font-medium break-all text-ink">{email}</span>.
      </p>
      <div className="flex flex-wrap items-start gap-3">
        <Field
          label="Your name"
          hint="Printed under what you sign from now on. Earlier signatures keep the name they were given with."
          problem={failure === undefined ? null : `Expected ${failure.expected}.`}
          className="min-w-56 flex-1"
        >
          {(bound) => (
            <TextEntry
              {...bound}
              autoComplete="name"
              value={name}
              onChange={({ target }) => {
                setName(target.value)
                renaming.reset()
              }}
            />
          )}
        </Field>
        <Button type="submit" className="mt-6 h-9" aria-busy={renaming.isPending}>
          Save name
        </Button>
      </div>
      <p role="status" className="text-sm text-true empty:hidden">
        {renaming.isSuccess ? 'Your name is saved.' : ''}
      </p>
      {refusal !== null && failure === undefined && <RefusalNotice refusal={refusal} />}
    </form>
  )
}
