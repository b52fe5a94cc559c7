import type { Metadata } from 'next'
import { VerifyPage } from '@/components/signing/verify/verify-page'
import { PageHeader } from '@/components/ui/page-frame'

export const metadata: Metadata = { title: 'Verify a receipt' }

export default function Verify() {
  return (
    <main id="main" className="mx-auto w-full max-w-4xl flex-1 px-4 py-6">
      <PageHeader title="Verify a receipt">
        Find out whether a receipt is genuine, and read what was approved. You need no account.{' '}
        <a href="/docs/verify" className="text-accent underline">
          How this works
        </a>
      </PageHeader>
      <VerifyPage />
    </main>
  )
}
