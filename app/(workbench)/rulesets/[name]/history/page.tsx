import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { HistoryPage } from '@/components/rulesets/history/history-page'
import { nameInPath } from '@/server/api/page-paths'

interface Address {
  readonly params: Promise<{ readonly name: string }>
}

export async function generateMetadata({ params }: Address): Promise<Metadata> {
  return { title: `History · ${nameInPath((await params).name) ?? ''}` }
}

export default async function History({ params }: Address) {
  const name = nameInPath((await params).name)
  if (name === null) notFound()
  return (
    <main id="main" className="mx-auto w-full max-w-6xl flex-1 px-4 py-6">
      <HistoryPage name={name} />
    </main>
  )
}
