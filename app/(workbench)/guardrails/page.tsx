import type { Metadata } from 'next'
import { GuardrailsPage } from '@/components/guardrails/guardrails-page'

export const metadata: Metadata = { title: 'Guardrails' }

export default function Page() {
  return (
    <main id="main" className="mx-auto w-full max-w-6xl flex-1 px-4 py-6">
      <GuardrailsPage />
    </main>
  )
}
