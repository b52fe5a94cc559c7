'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../ui/form-dialog'
import { refusalOf } from '../ui/page-refusal'
import { RefusalNotice } from '../ui/refusal-notice'
import { server } from '../ui/server-calls'
import { type OwnPasskey, useReadAgain } from './own-passkeys'
import { PasskeyNameField } from './passkey-name-field'

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
      actionUnderWay="One moment …"
      isUnderWay={renaming.isPending}
      onSubmit={() => renaming.mutate()}
      checkedByBrowser
    >
      <PasskeyNameField label={label} onLabel={setLabel} />
      {renaming.error !== null && <RefusalNotice refusal={refusalOf(renaming.error)} />}
    </FormDialog>
  )
}
