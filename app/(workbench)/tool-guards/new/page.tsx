import type { Metadata } from 'next'
import { NewGuardPage } from '@/components/guardrails/guards/new-guard-page'

export const metadata: Metadata = { title: 'New tool guard' }

export default function Page() {
  return (
    <main id="main" className="mx-auto w-full max-w-3xl flex-1 px-4 py-6">
      <NewGuardPage />
    </main>
  )
}
