import type { Metadata } from 'next'
import { EntryFrame } from '@/components/accounts/entry-frame'

export const metadata: Metadata = { title: 'Signed in', robots: { index: false } }

/** Where somebody comes who signed in beside a page whose session was over. */
export default function SignedInPage() {
  return (
    <EntryFrame title="You are signed in">
      <p className="text-ink-soft">You can close this tab. Go back to your page and repeat what you did.</p>
    </EntryFrame>
  )
}
