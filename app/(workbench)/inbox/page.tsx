import type { Metadata } from 'next'
import { InboxPage } from '@/components/notifications/inbox-page'

export const metadata: Metadata = { title: 'Inbox' }

export default function Page() {
  return (
    <main id="main" className="mx-auto w-full max-w-4xl flex-1 px-4 py-6">
      <InboxPage />
    </main>
  )
}
