import type { Metadata } from 'next'
import { TryPage } from '@/components/signing/blind-test/try-page'

export const metadata: Metadata = { title: 'Try it yourself' }

export default async function Try({ params }: { readonly params: Promise<{ readonly hash: string }> }) {
  return (
    <main id="main" className="mx-auto w-full max-w-3xl flex-1 px-4 py-6">
      <TryPage hash={(await params).hash} />
    </main>
  )
}
