import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { CheckPage } from '@/components/checks/page/check-page'
import { nameInPath } from '@/server/api/page-paths'
import { contentHash } from '@/server/api/schemas/fields'

interface Address {
  readonly params: Promise<{ readonly name: string }>
  readonly searchParams: Promise<{ readonly hash?: string | string[] }>
}

export async function generateMetadata({ params }: Address): Promise<Metadata> {
  return { title: `Check · ${nameInPath((await params).name) ?? ''}` }
}

export default async function Check({ params, searchParams }: Address) {
  const name = nameInPath((await params).name)
  if (name === null) notFound()
  const hash = contentHash.safeParse((await searchParams).hash)
  return (
    <main id="main" className="mx-auto w-full max-w-6xl flex-1 px-4 py-6">
      <CheckPage name={name} hash={hash.data ?? null} />
    </main>
  )
}
