import type { Metadata } from 'next'
import { VocabularyPage } from '@/components/units/vocabulary-page'

export const metadata: Metadata = { title: 'Vocabulary' }

export default function Page() {
  return (
    <main id="main" className="mx-auto w-full max-w-6xl flex-1 px-4 py-6">
      <VocabularyPage />
    </main>
  )
}
