import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../ui/button'
import { CopyText } from '../ui/copy-text'
import { Field, TextEntry } from '../ui/field'
import { refusalOf } from '../ui/page-refusal'
import { RefusalNotice } from '../ui/refusal-notice'
import { server } from '../ui/server-calls'
import { type GroupView, SERVICE_ACCOUNTS_KEY } from './account-answers'

/** The group that owns what programs do here, and what they name it and the identity provider by. */
export function GroupSection({ view }: { readonly view: GroupView }) {
  const queries = useQueryClient()
  const [name, setName] = useState(view.name)
  const rename = useMutation({
    mutationFn: () => server.serviceAccounts.renameGroup.mutate({ name }),
    onSuccess: () => queries.invalidateQueries({ queryKey: SERVICE_ACCOUNTS_KEY }),
  })
  const refusal = rename.error === null ? null : refusalOf(rename.error)
  const failure = refusal?.failures.find(({ field }) => field === 'name')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== view.name && !rename.isPending) rename.mutate()
  }
  return (
    <section aria-labelledby="group-heading" className="rounded-lg border border-line bg-surface p-4">
      <h2 id="group-heading" className="mb-3 text-lg font-semibold">
        Group
      </h2>
      <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3">
        <Field
          label="Name of the group"
          hint="Programs send it in the header X-Service-Active-Group, and find it in the groups of their token. A new name holds for the next token: programs that send the old one are refused."
          problem={failure === undefined ? null : `Expected ${failure.expected}.`}
          className="min-w-56 flex-1"
        >
          {(bound) => (
            <TextEntry
              {...bound}
              value={name}
              autoComplete="off"
              onChange={({ target }) => {
                setName(target.value)
                rename.reset()
              }}
            />
          )}
        </Field>
        <Button type="submit" className="mt-6 h-9" disabled={name.trim() === view.name || rename.isPending}>
          Rename
        </Button>
      </form>
      {refusal !== null && failure === undefined && <RefusalNotice refusal={refusal} className="mt-3" />}
      <p className="mt-3 flex flex-wrap items-center gap-x-2 text-sm">
        <span className="text-ink-soft">client_id</span>
        <code className="font-mono break-all">{view.clientId}</code>
        <CopyText text={view.clientId} what="the client id" />
      </p>
    </section>
  )
}
