import type { Metadata } from 'next'
import { DocumentPage } from '@/components/docs/docs-frame'
import { documentAt } from './documents'

export const metadata: Metadata = { title: 'Documentation' }

export default function DocsOverview() {
  return <DocumentPage current="/docs" document={documentAt('index')} />
}
