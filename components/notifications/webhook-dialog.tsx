'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { inferRouterOutputs } from '@trpc/server'
import { useState } from 'react'
import {
  KIND_DESCRIPTIONS,
  NOTIFICATION_LIMITS,
  WEBHOOK_FORMATS,
  WEBHOOK_KINDS,
  type WebhookFormat,
  type WebhookKind,
} from '../../server/api/terms/notification-terms'
import type { AppRouter } from '../../server/http/trpc/router'
import { ShownOnce } from '../accounts/credentials/secret-fields'
import { Button, Choice, Field, TextEntry, Tick } from '../ui/controls'
import { Dialog, FormDialog } from '../ui/dialog'
import { Notice, RefusalNotice } from '../ui/notice'
import { refusalOf, server } from '../ui/server-calls'

export type WebhookData = inferRouterOutputs<AppRouter>['webhooks']['list'][number]

export const WEBHOOKS_KEY = ['webhooks'] as const

export const FORMAT_WORDS: Readonly<Record<WebhookFormat, string>> = {
  standard: 'Signed JSON, for a program',
  text: 'Chat message with a text (Slack and compatible)',
  card: 'Chat message with a card (Microsoft Teams)',
}

/** Adds a webhook and shows its secret once, or changes one. @param webhook null for a new one */
export function WebhookDialog({
  webhook,
  onClose,
}: {
  readonly webhook: WebhookData | null
  readonly onClose: () => void
}) {
  const queries = useQueryClient()
  const [label, setLabel] = useState(webhook?.label ?? '')
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [format, setFormat] = useState<WebhookFormat>(webhook?.format ?? 'standard')
  const [kinds, setKinds] = useState<readonly WebhookKind[]>(webhook?.kinds ?? WEBHOOK_KINDS)
  const saving = useMutation({
    mutationFn: async () => {
      const content = { label: label.trim(), url: url.trim(), format, kinds: [...kinds] }
      if (webhook === null) return (await server.webhooks.add.mutate(content)).secret
      await server.webhooks.change.mutate({ id: webhook.id, content })
      return null
    },
    onSuccess: async (secret) => {
      await queries.invalidateQueries({ queryKey: WEBHOOKS_KEY })
      if (secret === null) onClose()
    },
  })
  if (saving.data != null) return <SecretDialog label={label.trim()} secret={saving.data} onClose={onClose} />
  const refusal = saving.error === null ? null : refusalOf(saving.error)
  const problemOf = (field: string) => {
    const failure = refusal?.failures.find((each) => each.field === field)
    return failure === undefined ? null : `Expected ${failure.expected}.`
  }
  return (
    <FormDialog
      onClose={onClose}
      title={webhook === null ? 'Add a webhook' : `Change “${webhook.label}”`}
      action={webhook === null ? 'Add' : 'Save'}
      actionUnderWay="Saving…"
      isUnderWay={saving.isPending}
      onSubmit={() => saving.mutate()}
    >
      <Field label="Name" hint="For people, for example “Chat of the policy team”." problem={problemOf('label')}>
        {(bound) => (
          <TextEntry
            {...bound}
            value={label}
            maxLength={NOTIFICATION_LIMITS.webhook_label_chars}
            onChange={({ target }) => setLabel(target.value)}
          />
        )}
      </Field>
      <Field
        label="Address"
        hint="Begins with https://. Administrators of this namespace can read it."
        problem={problemOf('url')}
      >
        {(bound) => (
          <TextEntry
            {...bound}
            type="url"
            className="font-mono text-sm"
            spellCheck={false}
            autoComplete="off"
            value={url}
            onChange={({ target }) => setUrl(target.value)}
          />
        )}
      </Field>
      <Field label="Form of the events">
        {(bound) => (
          <Choice
            {...bound}
            value={format}
            onChange={({ target }) => setFormat(WEBHOOK_FORMATS.find((each) => each === target.value) ?? format)}
          >
            {WEBHOOK_FORMATS.map((each) => (
              <option key={each} value={each}>
                {FORMAT_WORDS[each]}
              </option>
            ))}
          </Choice>
        )}
      </Field>
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1 text-sm font-medium">Events</legend>
        {WEBHOOK_KINDS.map((kind) => (
          <Tick
            key={kind}
            label={KIND_DESCRIPTIONS[kind].title}
            checked={kinds.includes(kind)}
            onChange={({ target }) =>
              setKinds(WEBHOOK_KINDS.filter((each) => (each === kind ? target.checked : kinds.includes(each))))
            }
          />
        ))}
        {problemOf('kinds') !== null && (
          <p role="alert" className="text-sm text-false">
            Choose at least one event.
          </p>
        )}
      </fieldset>
      {refusal !== null && refusal.failures.length === 0 && <RefusalNotice refusal={refusal} />}
    </FormDialog>
  )
}

/** Shows the secret of a webhook once. */
export function SecretDialog(props: { readonly label: string; readonly secret: string; readonly onClose: () => void }) {
  const { label, secret, onClose } = props
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Secret of “${label}”`}
      actions={
        <Button look="primary" onClick={onClose}>
          I have copied it
        </Button>
      }
    >
      <Notice kind="warning" className="mb-3">
        This secret is shown only once. The receiver needs it to verify that an event comes from here. Chats do not need
        it.
      </Notice>
      <ShownOnce label="Secret" what="the secret" secret={secret} />
    </Dialog>
  )
}
