import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ExistingRuleset } from '@/components/rulesets/editor/existing-ruleset'
import { nameInPath } from '@/server/api/page-paths'

interface Address {
  readonly params: Promise<{ readonly name: string }>
  readonly searchParams: Promise<{ readonly from?: string | string[]; readonly suggestion?: string | string[] }>
}

export async function generateMetadata({ params }: Address): Promise<Metadata> {
  return { title: nameInPath((await params).name) ?? 'Not found' }
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** `?from=` is the hash of an earlier revision, whose text the editor opens; `?suggestion=` the id of a comment. */
export default async function Page({ params, searchParams }: Address) {
  const name = nameInPath((await params).name)
  if (name === null) notFound()
  const { from, suggestion } = await searchParams
  return (
    <ExistingRuleset
      name={name}
      from={typeof from === 'string' && /^[0-9a-f]{64}$/.test(from) ? from : null}
      suggestion={typeof suggestion === 'string' && ID.test(suggestion) ? suggestion : null}
    />
  )
}
