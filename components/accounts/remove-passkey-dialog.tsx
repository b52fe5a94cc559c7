'use client'

import { useMutation } from '@tanstack/react-query'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Notice } from '../ui/notice'
import { refusalOf } from '../ui/page-refusal'
import { server } from '../ui/server-calls'
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
