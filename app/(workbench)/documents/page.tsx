import type { Metadata } from 'next'
import { DocumentList } from '@/components/documents/document-list'
import { PageHeader } from '@/components/ui/page-frame'

export const metadata: Metadata = { title: 'Documents' }

export default function Page() {
  return (
    <main id="main" className="mx-auto w-full max-w-6xl flex-1 px-4 py-6">
      <PageHeader title="Documents">
        <p>
          The written policies behind the rulesets, divided into clauses. A rule cites a clause with <code>@cite</code>,
          and the page shows which clauses no rule covers.
        </p>
      </PageHeader>
      <DocumentList />
    </main>
  )
}
