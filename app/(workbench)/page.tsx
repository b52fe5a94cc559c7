import type { Metadata } from 'next'
import { RulesetsPage } from '@/components/rulesets/list/rulesets-page'
import examples from '@/public/examples/index.json'
import { currentViewer } from '../current-viewer'

/** A visitor without a session sees the welcome page here. */
export async function generateMetadata(): Promise<Metadata> {
  return (await currentViewer()) === null ? { title: { absolute: 'Touchstone' } } : { title: 'Rulesets' }
}

const OFFERED = ['expense-receipts', 'gdpr-breach-notice', 'fmla-eligibility']

export default function Page() {
  const offered = examples.filter(({ slug }) => OFFERED.includes(slug))
  return (
    <main id="main" className="mx-auto w-full max-w-6xl flex-1 px-4 py-6">
      <RulesetsPage examples={offered.map(({ slug, title, summary }) => ({ slug, title, summary }))} />
    </main>
  )
}
