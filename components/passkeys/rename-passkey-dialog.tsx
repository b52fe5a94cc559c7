'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { refusalOf } from '../calls/page-refusal'
import { server } from '../calls/server-calls'
import { Button } from '../controls/button'
import { Dialog } from '../controls/dialog'
import { Field, TextEntry } from '../controls/field'
import { RefusalNotice } from '../controls/refusal-notice'
import { type OwnPasskey, useReadAgain } from './own-passkeys'

export function RenamePasskeyDialog({
  passkey,
  onClose,
}: {
  readonly passkey: OwnPasskey
  readonly onClose: () => void
}) {
  const [label, setLabel] = useState(passkey.label)
  const readAgain = useReadAgain()
  const form = useId()
  const renaming = useMutation({
    mutationFn: () => server.passkeys.rename.mutate({ id: passkey.id, label }),
    onSuccess: async () => {
      await readAgain()
      onClose()
    },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!renaming.isPending) renaming.mutate()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Rename the passkey"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} look="primary" aria-disabled={renaming.isPending}>
            {renaming.isPending ? 'One moment …' : 'Rename'}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={onSubmit} className="flex flex-col gap-4">
        <Field label="Name of the passkey">
          {(bound) => (
            <TextEntry
              {...bound}
              required
              maxLength={100}
              value={label}
              onChange={(event) => setLabel(event.target.value)}
            />
          )}
        </Field>
        {renaming.error !== null && <RefusalNotice refusal={refusalOf(renaming.error)} />}
      </form>
    </Dialog>
  )
}
