import type { Metadata } from 'next'
import { CardPage } from '@/components/ui/page-frame'

export const metadata: Metadata = { title: 'Signed in', robots: { index: false } }

/** Shown after a sign-in in another tab, when the session of the first tab's page was over. */
export default function SignedInPage() {
  return (
    <CardPage title="You are signed in">
      <p className="text-ink-soft">You can close this tab. Go back to your page and try again.</p>
    </CardPage>
  )
}
