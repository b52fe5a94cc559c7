import type { Metadata } from 'next'
import { ServiceAccountsPage } from '@/components/accounts/service-accounts/service-accounts-page'

export const metadata: Metadata = { title: 'Service accounts' }

export default function Page() {
  return <ServiceAccountsPage />
}
