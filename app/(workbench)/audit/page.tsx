import type { Metadata } from 'next'
import { AuditPage } from '@/components/signing/audit/audit-page'

export const metadata: Metadata = { title: 'Audit' }

export default function Audit() {
  return (
    <main id="main" className="mx-auto w-full max-w-6xl flex-1 px-4 py-6">
      <AuditPage />
    </main>
  )
}
