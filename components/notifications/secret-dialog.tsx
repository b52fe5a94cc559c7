import { ShownOnce } from '../accounts/credentials/secret-fields'
import { Button } from '../ui/controls'
import { Dialog } from '../ui/dialog'
import { Notice } from '../ui/notice'

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
        This secret is shown only once. The receiver needs it to verify that an event comes from here. Chats need none.
      </Notice>
      <ShownOnce label="Secret" what="the secret" secret={secret} />
    </Dialog>
  )
}
