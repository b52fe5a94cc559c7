'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Field, TextEntry } from '../ui/field'
import { FormDialog } from '../ui/form-dialog'
import { Notice } from '../ui/notice'
import { refusalOf } from '../ui/page-refusal'
import { RefusalNotice } from '../ui/refusal-notice'
import { server } from '../ui/server-calls'
import { makePasskey } from './authenticator'
import { type OwnPasskeys, useReadAgain } from './own-passkeys'
import { PasskeyNameField } from './passkey-name-field'

const CALLED_OFF = 'No passkey was made. Try again when you are ready.'

/** Adds a passkey, after its owner proved anew who they are. Stays mounted: what was typed outlives a closed dialog. */
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
      description="Your browser asks next where to keep it: in this device, a phone or a security key."
      action="Add the passkey"
      actionUnderWay="Waiting for your authenticator …"
      isUnderWay={adding.isPending}
      onSubmit={submit}
      checkedByBrowser
    >
      <PasskeyNameField hint="Such as the device it is kept in." label={label} onLabel={setLabel} />
      {proof === 'password' ? (
        <Field label="Your password" hint="Asked again, because a passkey can sign in your name.">
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
          A passkey can sign in your name: your sign-in at your provider must be less than five minutes old.{' '}
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
