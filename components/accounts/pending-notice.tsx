import Link from 'next/link'
import { Notice } from '../ui/notice'

/** After a change that was not applied: it waits for another administrator. */
export function PendingNotice({ className }: { readonly className?: string }) {
  return (
    <Notice kind="warning" title="This change waits for another administrator" className={className}>
      <p>
        Nothing is changed yet.{' '}
        <Link href="/settings/changes" className="text-accent underline">
          Pending changes
        </Link>{' '}
        shows who can confirm it, and until when.
      </p>
    </Notice>
  )
}
