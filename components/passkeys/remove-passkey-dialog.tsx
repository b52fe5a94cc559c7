'use client'

import { useMutation } from '@tanstack/react-query'
import { refusalOf } from '../calls/page-refusal'
import { server } from '../calls/server-calls'
import { Button } from '../controls/button'
import { Dialog } from '../controls/dialog'
import { Notice } from '../controls/notice'
import { type OwnPasskey, useReadAgain } from './own-passkeys'

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
      description="It signs in and signs approvals no more. What it signed stays valid. Your device keeps its half of the key until you remove it there."
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            look="primary"
            aria-disabled={removal.isPending}
            onClick={() => removal.isPending || removal.mutate()}
          >
            {removal.isPending ? 'One moment …' : 'Remove the passkey'}
          </Button>
        </>
      }
    >
      {removal.error !== null && <Notice kind="problem">{refusalOf(removal.error).message}</Notice>}
    </Dialog>
  )
}
