import type { Metadata } from 'next'
import { DocumentPage } from '@/components/docs/document-page'
import { DOCUMENT_SLUGS, documentAt } from '../documents'

interface DocsPageProps {
  readonly params: Promise<{ readonly slug: readonly string[] }>
}

/** Every page is made at build time; any other path is not found. */
export const dynamicParams = false

export function generateStaticParams() {
  return DOCUMENT_SLUGS.map((slug) => ({ slug: slug.split('/') }))
}

export async function generateMetadata({ params }: DocsPageProps): Promise<Metadata> {
  return { title: documentAt((await params).slug.join('/')).title }
}

export default async function DocsPage({ params }: DocsPageProps) {
  const slug = (await params).slug.join('/')
  return <DocumentPage current={`/docs/${slug}`} document={documentAt(slug)} />
}
