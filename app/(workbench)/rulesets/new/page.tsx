import type { Metadata } from 'next'
import { NewRuleset } from '@/components/rulesets/editor/new-ruleset'
import examples from '@/public/examples/index.json'

export const metadata: Metadata = { title: 'New ruleset' }

interface Address {
  readonly searchParams: Promise<{ readonly example?: string | string[] }>
}

export default async function Page({ searchParams }: Address) {
  const { example } = await searchParams
  const known = examples.find(({ slug }) => slug === example)
  return <NewRuleset example={known?.slug ?? null} examples={examples} />
}
