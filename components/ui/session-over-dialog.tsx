'use client'

import { Dialog } from './dialog'

/** Says that the session ended and lets the person sign in beside this page, which keeps what was typed. */
export function SessionOverDialog(props: {
  /** Why, in the words of the server; null while the session counts. */
  readonly reason: string | null
  readonly onClose: () => void
}) {
  const { reason, onClose } = props
  return (
    <Dialog
      open={reason !== null}
      onClose={onClose}
      title="Your session is over"
      description={`${reason ?? ''} Nothing on this page is lost: sign in again in another tab, come back here and repeat what you did.`}
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
