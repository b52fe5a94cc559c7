import type { Metadata } from 'next'
import { ApprovePage } from '@/components/signing/approve-page'

export const metadata: Metadata = { title: 'Review and sign' }

export default async function Approve({ params }: { readonly params: Promise<{ readonly hash: string }> }) {
  return (
    <main id="main" className="mx-auto w-full max-w-6xl flex-1 px-4 py-6">
      <ApprovePage hash={(await params).hash} />
    </main>
  )
}
