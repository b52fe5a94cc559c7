import type { Metadata } from 'next'
import { NoSuchPage } from '@/components/ui/no-such-page'

export const metadata: Metadata = { title: 'Not found' }

/** Inside the layout of these pages, which brings the header. */
export default function WorkbenchNotFound() {
  return <NoSuchPage />
}
