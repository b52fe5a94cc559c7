import { Dialog } from '../dialog'

/** The person signs in in another tab, so that this page keeps typed text. */
export default function SessionOverDialog(props: {
  /** The server's reason. */
  readonly reason: string
  readonly onClose: () => void
}) {
  const { reason, onClose } = props
  return (
    <Dialog
      open
      onClose={onClose}
      title="Your session has ended"
      description={`${reason} Nothing on this page is lost. Sign in again in another tab, return here and repeat your last action.`}
      actions={
        <a
          href="/sign-in?next=/signed-in"
          target="_blank"
          rel="noopener"
          className="inline-flex h-8 items-center rounded-md bg-accent px-3 text-sm font-medium text-on-accent hover:opacity-90"
        >
          Sign in
        </a>
      }
    />
  )
}
