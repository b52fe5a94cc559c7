import type { Metadata } from 'next'
import { ChangesPage } from '@/components/accounts/members/changes-page'

export const metadata: Metadata = { title: 'Pending changes' }

export default function Page() {
  return <ChangesPage />
}
