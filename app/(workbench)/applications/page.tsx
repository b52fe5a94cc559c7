import type { Metadata } from 'next'
import { ApplicationsPage } from '@/components/guardrails/applications/applications-page'

export const metadata: Metadata = { title: 'Applications' }

export default function Page() {
  return (
    <main id="main" className="mx-auto w-full max-w-6xl flex-1 px-4 py-6">
      <ApplicationsPage />
    </main>
  )
}
