import type { Metadata } from 'next'
import { CallsPage } from '@/components/guardrails/calls/calls-page'

export const metadata: Metadata = { title: 'Calls' }

export default function Page() {
  return (
    <main id="main" className="mx-auto w-full max-w-4xl flex-1 px-4 py-6">
      <CallsPage />
    </main>
  )
}
