'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { inferRouterOutputs } from '@trpc/server'
import { useState } from 'react'
import type { AppRouter } from '../../../server/http/trpc/router'
import { Field, TextEntry } from '../../ui/controls'
import { Dialog, DialogActions, FormDialog } from '../../ui/dialog'
import { Notice, RefusalNotice } from '../../ui/notice'
import { refusalOf, server } from '../../ui/server-calls'
import { makePasskey } from './authenticator'

const CALLED_OFF = 'No passkey was created. Try again when you are ready.'

/** Adds a passkey after its owner has proved who they are again. Stays mounted, so that typed text survives closing. */
export function AddPasskeyDialog(props: {
  readonly open: boolean
  readonly proof: OwnPasskeys['proof']
  readonly onClose: () => void
}) {
  const { open, proof, onClose } = props
  const [label, setLabel] = useState('')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const readAgain = useReadAgain()

  const adding = useMutation({
    mutationFn: async () => {
      const { ceremonyId, options } = await server.passkeys.beginAdding.mutate({
        proof: proof === 'password' ? { kind: 'password', password } : { kind: 'session' },
      })
      const made = await makePasskey(options)
      if ('problem' in made) return setProblem(made.problem ?? CALLED_OFF)
      await server.passkeys.endAdding.mutate({ ceremonyId, label, registration: made.value })
      setLabel('')
      setPassword('')
      await readAgain()
      onClose()
    },
  })
  const submit = () => {
    setProblem(null)
    adding.mutate()
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Add a passkey"
      description="Next, your browser asks where to store it: on this device, a phone or a security key."
      action="Add passkey"
      actionUnderWay="Waiting for your authenticator…"
      isUnderWay={adding.isPending}
      onSubmit={submit}
      checkedByBrowser
    >
      <PasskeyNameField hint="For example the device it is stored on." label={label} onLabel={setLabel} />
      {proof === 'password' ? (
        <Field label="Your password" hint="Required again, because a passkey can sign in your name.">
          {(bound) => (
            <TextEntry
              {...bound}
              type="password"
              required
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
      ) : (
        <p className="text-ink-soft">
          A passkey can sign in your name, so your sign-in at your provider must be less than five minutes old.{' '}
          <a href="/sign-in/again?next=/settings/account" className="text-accent underline">
            Sign in again
          </a>
        </p>
      )}
      {problem !== null && <Notice kind="problem">{problem}</Notice>}
      {adding.error !== null && <RefusalNotice refusal={refusalOf(adding.error)} />}
    </FormDialog>
  )
}

export function RenamePasskeyDialog({
  passkey,
  onClose,
}: {
  readonly passkey: OwnPasskey
  readonly onClose: () => void
}) {
  const [label, setLabel] = useState(passkey.label)
  const readAgain = useReadAgain()
  const renaming = useMutation({
    mutationFn: () => server.passkeys.rename.mutate({ id: passkey.id, label }),
    onSuccess: async () => {
      await readAgain()
      onClose()
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      title="Rename the passkey"
      action="Rename"
      actionUnderWay="One moment…"
      isUnderWay={renaming.isPending}
      onSubmit={() => renaming.mutate()}
      checkedByBrowser
    >
      <PasskeyNameField label={label} onLabel={setLabel} />
      {renaming.error !== null && <RefusalNotice refusal={refusalOf(renaming.error)} />}
    </FormDialog>
  )
}

export function RemovePasskeyDialog({
  passkey,
  onClose,
}: {
  readonly passkey: OwnPasskey
  readonly onClose: () => void
}) {
  const readAgain = useReadAgain()
  const removal = useMutation({
    mutationFn: () => server.passkeys.remove.mutate({ id: passkey.id }),
    onSuccess: async () => {
      await readAgain()
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Remove “${passkey.label}”?`}
      description="It can no longer sign you in or sign approvals. Everything it signed stays valid. Your device stores its half of the key until you remove it there."
      actions={
        <DialogActions
          onCancel={onClose}
          aria-disabled={removal.isPending}
          onClick={() => removal.isPending || removal.mutate()}
        >
          {removal.isPending ? 'One moment…' : 'Remove passkey'}
        </DialogActions>
      }
    >
      {removal.error !== null && <Notice kind="problem">{refusalOf(removal.error).message}</Notice>}
    </Dialog>
  )
}

function PasskeyNameField(props: {
  readonly hint?: string
  readonly label: string
  readonly onLabel: (label: string) => void
}) {
  const { hint, label, onLabel } = props
  return (
    <Field label="Name of the passkey" hint={hint}>
      {(bound) => (
        <TextEntry
          {...bound}
          required
          maxLength={100}
          value={label}
          onChange={(event) => onLabel(event.target.value)}
        />
      )}
    </Field>
  )
}

export type OwnPasskeys = inferRouterOutputs<AppRouter>['passkeys']['list']
export type OwnPasskey = OwnPasskeys['passkeys'][number]

const PASSKEYS_KEY = ['passkeys']

export function useOwnPasskeys() {
  return useQuery({
    queryKey: PASSKEYS_KEY,
    queryFn: ({ signal }) => server.passkeys.list.query(undefined, { signal }),
  })
}

function useReadAgain(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: PASSKEYS_KEY })
}
