import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { DocumentPage } from '@/components/docs/docs-frame'
import { DOCUMENT_SLUGS, documentAt, isDocumentFolder } from '../documents'

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

/** Returns the slug of a document. Redirects from a folder of documents to the overview. */
async function slugIn(params: DocsPageProps['params']): Promise<string> {
  const slug = (await params).slug.join('/')
  if (isDocumentFolder(slug)) redirect('/docs')
  return DOCUMENT_SLUGS.includes(slug) ? slug : notFound()
}
