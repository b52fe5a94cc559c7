import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { z } from 'zod'
import { GuardPage } from '@/components/guardrails/guards/guard-page'

export const metadata: Metadata = { title: 'Tool guard' }

export default async function Page({ params }: { readonly params: Promise<{ readonly id: string }> }) {
  const id = z.uuid().safeParse((await params).id)
  if (!id.success) notFound()
  return (
    <main id="main" className="mx-auto w-full max-w-3xl flex-1 px-4 py-6">
      <GuardPage id={id.data} />
    </main>
  )
}
