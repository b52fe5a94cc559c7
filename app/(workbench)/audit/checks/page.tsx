import type { Metadata } from 'next'
import { LoggedChecksPage } from '@/components/signing/audit/logged-checks-page'

export const metadata: Metadata = { title: 'Logged checks' }

export default function LoggedChecks() {
  return (
    <main id="main" className="mx-auto w-full max-w-6xl flex-1 px-4 py-6">
      <LoggedChecksPage />
    </main>
  )
}
