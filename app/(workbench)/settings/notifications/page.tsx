import type { Metadata } from 'next'
import { WebhooksPage } from '@/components/notifications/webhooks-page'

export const metadata: Metadata = { title: 'Notifications' }

export default function Page() {
  return <WebhooksPage />
}
