import type { Metadata } from 'next'
import { ReceiptPage } from '@/components/signing/receipt-page'

export const metadata: Metadata = { title: 'Receipt' }

interface Place {
  readonly hash: string
  readonly recordId: string
}

export default async function Receipt({ params }: { readonly params: Promise<Place> }) {
  const { hash, recordId } = await params
  return (
    <main id="main" className="mx-auto w-full max-w-4xl flex-1 px-4 py-6">
      <ReceiptPage hash={hash} recordId={recordId} />
    </main>
  )
}
