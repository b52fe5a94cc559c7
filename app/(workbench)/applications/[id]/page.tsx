import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { z } from 'zod'
import { ApplicationPage } from '@/components/guardrails/applications/application-page'

export const metadata: Metadata = { title: 'Application' }

export default async function Page({ params }: { readonly params: Promise<{ readonly id: string }> }) {
  const id = z.uuid().safeParse((await params).id)
  if (!id.success) notFound()
  return (
    <main id="main" className="mx-auto w-full max-w-7xl flex-1 px-4 py-6">
      <ApplicationPage id={id.data} />
    </main>
  )
}
