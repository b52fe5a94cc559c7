import type { Metadata } from 'next'
import { NamespacePage } from '@/components/accounts/namespace/namespace-page'

export const metadata: Metadata = { title: 'Namespace' }

export default function Page() {
  return <NamespacePage />
}
