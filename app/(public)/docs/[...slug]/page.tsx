import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { DocumentPage } from '@/components/docs/docs-frame'
import { DOCUMENT_SLUGS, documentAt } from '../documents'

interface DocsPageProps {
  readonly params: Promise<{ readonly slug: readonly string[] }>
}

export async function generateMetadata({ params }: DocsPageProps): Promise<Metadata> {
  return { title: documentAt(await slugIn(params)).title }
}

export default async function DocsPage({ params }: DocsPageProps) {
  const slug = await slugIn(params)
  return <DocumentPage current={`/docs/${slug}`} document={documentAt(slug)} />
}

/** One of the documents; any other path is not found. */
async function slugIn(params: DocsPageProps['params']): Promise<string> {
  const slug = (await params).slug.join('/')
  return DOCUMENT_SLUGS.includes(slug) ? slug : notFound()
}
