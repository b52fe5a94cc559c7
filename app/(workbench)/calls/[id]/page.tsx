import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { z } from 'zod'
import { CallPage } from '@/components/guardrails/calls/call-page'

export const metadata: Metadata = { title: 'Call of a tool' }

export default async function Page({ params }: { readonly params: Promise<{ readonly id: string }> }) {
  const id = z.uuid().safeParse((await params).id)
  if (!id.success) notFound()
  return (
    <main id="main" className="mx-auto w-full max-w-2xl flex-1 px-4 py-6">
      <CallPage id={id.data} />
    </main>
  )
}
