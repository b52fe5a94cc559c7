import type { Metadata } from 'next'
import { UnitsPage } from '@/components/units/units-page'

export const metadata: Metadata = { title: 'Units' }

/** `?from=lb&to=kg` converts between the two immediately. */
export default async function Page({
  searchParams,
}: {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}) {
  const { from, to } = await searchParams
  const text = (value: string | string[] | undefined) => (typeof value === 'string' ? value.slice(0, 200) : '')
  return (
    <main id="main" className="mx-auto w-full max-w-6xl flex-1 px-4 py-6">
      <UnitsPage question={{ from: text(from), to: text(to) }} />
    </main>
  )
}
