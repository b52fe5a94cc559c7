import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ExistingRuleset } from '@/components/rulesets/editor/existing-ruleset'
import { nameInPath } from '@/components/ui/ruleset-path'

interface Address {
  readonly params: Promise<{ readonly name: string }>
  readonly searchParams: Promise<{ readonly from?: string | string[] }>
}

export async function generateMetadata({ params }: Address): Promise<Metadata> {
  return { title: nameInPath((await params).name) ?? 'Not found' }
}

/** `?from=` is the hash of an earlier revision, whose text the editor opens. */
export default async function Page({ params, searchParams }: Address) {
  const name = nameInPath((await params).name)
  if (name === null) notFound()
  const { from } = await searchParams
  return <ExistingRuleset name={name} from={typeof from === 'string' && /^[0-9a-f]{64}$/.test(from) ? from : null} />
}
