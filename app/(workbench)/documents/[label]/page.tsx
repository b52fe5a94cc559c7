import type { Metadata } from 'next'
import { DocumentPage } from '@/components/documents/document-page'

interface Props {
  readonly params: Promise<{ readonly label: string }>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { label } = await params
  return { title: `${decodeURIComponent(label)} · Documents` }
}

export default async function Page({ params }: Props) {
  const { label } = await params
  return (
    <main id="main" className="mx-auto w-full max-w-6xl flex-1 px-4 py-6">
      <DocumentPage label={decodeURIComponent(label)} />
    </main>
  )
}
