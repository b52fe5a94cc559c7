import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { z } from 'zod'
import { GuardrailPage } from '@/components/guardrails/guardrail-page'

export const metadata: Metadata = { title: 'Guardrail' }

export default async function Page({ params }: { readonly params: Promise<{ readonly id: string }> }) {
  const id = z.uuid().safeParse((await params).id)
  if (!id.success) notFound()
  return (
    <main id="main" className="mx-auto w-full max-w-6xl flex-1 px-4 py-6">
      <GuardrailPage id={id.data} />
    </main>
  )
}
