import type { Metadata } from 'next'
import { PackPage } from '@/components/signing/pack/pack-page'

export const metadata: Metadata = { title: 'Approval pack' }

export default async function Pack({ params }: { readonly params: Promise<{ readonly hash: string }> }) {
  return (
    <main id="main" className="mx-auto w-full max-w-4xl flex-1 px-4 py-6">
      <PackPage hash={(await params).hash} />
    </main>
  )
}
