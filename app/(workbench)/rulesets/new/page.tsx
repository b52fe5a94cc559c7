import type { Metadata } from 'next'
import { NewRuleset } from '@/components/ruleset-editor/new-ruleset'

export const metadata: Metadata = { title: 'New ruleset' }

interface Address {
  readonly searchParams: Promise<{ readonly example?: string | string[] }>
}

export default async function Page({ searchParams }: Address) {
  const { example } = await searchParams
  return <NewRuleset example={typeof example === 'string' ? example : null} />
}
