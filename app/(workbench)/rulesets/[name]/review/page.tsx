import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ReviewPage } from '@/components/reviews/review-page'
import { nameInPath } from '@/server/api/page-paths'

interface Address {
  readonly params: Promise<{ readonly name: string }>
  readonly searchParams: Promise<{ readonly review?: string | string[] }>
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export async function generateMetadata({ params }: Address): Promise<Metadata> {
  return { title: `Review · ${nameInPath((await params).name) ?? ''}` }
}

/** `?review=` is the id of an earlier review. */
export default async function Review({ params, searchParams }: Address) {
  const name = nameInPath((await params).name)
  if (name === null) notFound()
  const { review } = await searchParams
  return (
    <main id="main" className="mx-auto w-full max-w-4xl flex-1 px-4 py-6">
      <ReviewPage name={name} reviewId={typeof review === 'string' && ID.test(review) ? review : null} />
    </main>
  )
}
