import type { Metadata } from 'next'
import { ReviewsPage } from '@/components/guardrails/reviews/reviews-page'

export const metadata: Metadata = { title: 'Reviews' }

export default function Page() {
  return (
    <main id="main" className="mx-auto w-full max-w-6xl flex-1 px-4 py-6">
      <ReviewsPage />
    </main>
  )
}
