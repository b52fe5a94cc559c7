import { useMutation, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { useState } from 'react'
import { Button, Field, TextEntry } from '../../ui/controls'
import { CopyText } from '../../ui/copy-text'
import { Dialog, FormDialog } from '../../ui/dialog'
import { Notice, RefusalNotice } from '../../ui/notice'
import { refusalOf, server } from '../../ui/server-calls'
import { ExpiryField, expiryOf, ShownOnce } from '../credentials/secret-fields'
import {
  type GroupView,
  KIND_WORDS,
  SERVICE_ACCOUNTS_KEY,
  type SecretKind,
  type ServiceAccount,
} from '../settings-answers'
import { tokenLines } from './token-lines'

/** Issues a secret of an account, then shows it once, with shell commands that get a token for it. */
export function IssueSecretDialog(props: {
  readonly account: ServiceAccount
  readonly view: GroupView
  readonly onClose: () => void
}) {
  const { account, view, onClose } = props
  const queries = useQueryClient()
  const [kind, setKind] = useState<SecretKind>('service_token')
  const [label, setLabel] = useState('')
  const [day, setDay] = useState('')
  const issue = useMutation({
    mutationFn: () =>
      server.serviceAccounts.issueSecret.mutate({
        accountId: account.id,
        kind,
        label: label.trim(),
        expiresAt: expiryOf(day),
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: SERVICE_ACCOUNTS_KEY }),
  })
  if (issue.data !== undefined)
    return <Issued account={account} view={view} kind={kind} secret={issue.data.secret} onClose={onClose} />
  const refusal = issue.error === null ? null : refusalOf(issue.error)
  const problemOf = (field: string) => {
    const failure = refusal?.failures.find((each) => each.field === field)
    return failure === undefined ? null : `Expected ${failure.expected}.`
  }
  const shown = ['label', 'expiresAt'].some((field) => problemOf(field) !== null)
  return (
    <FormDialog
      onClose={onClose}
      title={`Issue a secret for “${account.username}”`}
      action="Issue"
      actionUnderWay="Issuing…"
      isUnderWay={issue.isPending}
      onSubmit={() => issue.mutate()}
    >
      <KindChoice kind={kind} onChoose={setKind} />
      <Field label="Label" hint="Name the system that uses it, for example “production”." problem={problemOf('label')}>
        {(bound) => (
          <TextEntry
            {...bound}
            value={label}
            maxLength={200}
            onChange={({ target }) => {
              setLabel(target.value)
              issue.reset()
            }}
          />
        )}
      </Field>
      <ExpiryField
        day={day}
        problem={problemOf('expiresAt')}
        onDay={(chosen) => {
          setDay(chosen)
          issue.reset()
        }}
      />
      {refusal !== null && !shown && <RefusalNotice refusal={refusal} />}
    </FormDialog>
  )
}

function KindChoice({
  kind: chosen,
  onChoose,
}: {
  readonly kind: SecretKind
  readonly onChoose: (kind: SecretKind) => void
}) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Kind</legend>
      <div className="flex flex-col gap-1.5">
        {(['service_token', 'api_key'] as const).map((kind) => (
          <label
            key={kind}
            className={clsx(
              'flex cursor-pointer items-start gap-2.5 rounded-md border px-3 py-2',
              kind === chosen ? 'border-accent bg-accent-soft' : 'border-line hover:bg-canvas',
            )}
          >
            <input
              type="radio"
              name="secret-kind"
              checked={kind === chosen}
              onChange={() => onChoose(kind)}
              className="mt-1 shrink-0 accent-(--accent)"
            />
            <span>
              <span className="font-medium">{KIND_WORDS[kind].title}</span>
              <span className="block text-sm text-ink-soft">{KIND_WORDS[kind].opens}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Issued(props: {
  readonly account: ServiceAccount
  readonly view: GroupView
  readonly kind: SecretKind
  readonly secret: string
  readonly onClose: () => void
}) {
  const { account, view, kind, secret, onClose } = props
  const { title } = KIND_WORDS[kind]
  const lines = tokenLines({
    kind,
    secret,
    username: account.username,
    clientId: view.clientId,
    group: view.name,
    origin: window.location.origin,
  })
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`${title} issued`}
      actions={
        <Button look="primary" onClick={onClose}>
          I have copied it
        </Button>
      }
    >
      <Notice kind="warning" className="mb-3">
        It is shown only once and is not stored. Copy it now to where you store secrets.
      </Notice>
      <ShownOnce label={title} what="the secret" secret={secret} />
      <div className="mt-4 flex items-center justify-between gap-2">
        <h3 className="text-sm font-medium">How a program gets a token</h3>
        <CopyText text={lines} label="Copy" what="the lines with the secret" />
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reached by keyboard
        tabIndex={0}
        className="mt-1 mb-2 overflow-x-auto rounded-md bg-canvas p-3 font-mono text-xs"
      >
        {lines}
      </pre>
    </Dialog>
  )
}
