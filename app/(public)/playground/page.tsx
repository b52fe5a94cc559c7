import type { Metadata } from 'next'
import { PlaygroundWithQueries } from '@/components/rulesets/playground/playground'
import first from '@/public/examples/expense-receipts.json'
import examples from '@/public/examples/index.json'

export const metadata: Metadata = { title: 'Playground' }

export default function PlaygroundPage() {
  return <PlaygroundWithQueries examples={examples} first={{ slug: first.slug, ruleset: first.ruleset }} />
}
