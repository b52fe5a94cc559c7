import type { Metadata } from 'next'
import { GuardsPage } from '@/components/guardrails/guards/guards-page'

export const metadata: Metadata = { title: 'Tool guards' }

export default function Page() {
  return (
    <main id="main" className="mx-auto w-full max-w-4xl flex-1 px-4 py-6">
      <GuardsPage />
    </main>
  )
}
