import { useMutation, useQueryClient } from '@tanstack/react-query'
import { NOT_SENT_WORDS } from '../../../server/api/link-message'
import { Button } from '../../ui/controls'
import { CopyText } from '../../ui/copy-text'
import { Dialog } from '../../ui/dialog'
import { Notice } from '../../ui/notice'
import { refusalOf, server } from '../../ui/server-calls'
import { CHANGES_KEY } from '../../ui/shell/header-counts'
import { TimeText } from '../../ui/time-text'
import { ShownOnce } from '../credentials/secret-fields'
import { FIRST_STEPS_KEY, INVITATIONS_KEY, type IssuedInvitation } from '../settings-answers'

/** Creates an invitation, then sends it if the server can send mail. */
export function useInvitation<Input>(make: (input: Input) => Promise<IssuedInvitation>) {
  const queries = useQueryClient()
  const delivery = useMutation({
    mutationFn: ({ id, link }: IssuedInvitation) => server.members.sendInvitation.mutate({ id, link }),
  })
  const invitation = useMutation({
    mutationFn: make,
    onSuccess: async (made) => {
      if (made.canBeSent) delivery.mutate(made)
      const changed = [INVITATIONS_KEY, CHANGES_KEY, FIRST_STEPS_KEY]
      await Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })))
    },
  })
  return { invitation, delivery }
}

type Delivery = ReturnType<typeof useInvitation>['delivery']

/** Shows the link of a new invitation once, with a message to copy and whether it was sent. */
export function InvitationMade(props: {
  readonly made: IssuedInvitation
  readonly delivery: Delivery
  readonly onClose: () => void
}) {
  const { made, delivery, onClose } = props
  const { subject, text } = made.message
  return (
    <Dialog
      open
      onClose={onClose}
      title="Invitation created"
      actions={
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-3 pb-2">
        <DeliveryNotice made={made} delivery={delivery} />
        {made.pendingChange !== null && (
          <Notice kind="warning">
            No one can accept the invitation until another administrator confirms it, under Pending changes.
          </Notice>
        )}
        <ShownOnce label="Link" what="the link" secret={made.link} />
        <div>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h3 className="text-sm font-medium">Message</h3>
            <CopyText text={`${subject}\n\n${text}`} label="Copy message" what="message" />
          </div>
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reached by keyboard
            tabIndex={0}
            className="mt-1 max-h-48 overflow-y-auto rounded-md bg-canvas p-3 font-sans text-sm break-words whitespace-pre-wrap"
          >
            {text}
          </pre>
        </div>
        <p className="text-sm text-ink-soft">
          The link is not shown again. It works once, until <TimeText at={made.expiresAt} />.
        </p>
      </div>
    </Dialog>
  )
}

function DeliveryNotice({ made, delivery }: { readonly made: IssuedInvitation; readonly delivery: Delivery }) {
  if (!made.canBeSent)
    return (
      <Notice kind="warning">
        {made.email === null
          ? 'The invitation has no e-mail address: pass this message on yourself.'
          : `This deployment has no mail server: pass this message on to ${made.email} yourself.`}
      </Notice>
    )
  const { data, error, isPending } = delivery
  if (data?.kind === 'sent') return <Notice kind="done">Sent to {data.to}.</Notice>
  if (isPending || (data === undefined && error === null))
    return <Notice kind="info">Sending it to {made.email}…</Notice>
  return (
    <Notice kind="warning" title={`Not sent to ${made.email}`}>
      <p>
        {data === undefined ? refusalOf(error).message : NOT_SENT_WORDS[data.reason]} Copy the message, or try again.
      </p>
      <Button className="mt-1.5" onClick={() => delivery.mutate(made)}>
        Send again
      </Button>
    </Notice>
  )
}
