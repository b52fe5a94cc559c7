import type { Metadata } from 'next'
import { NoSuchPage } from '@/components/ui/page-frame'

export const metadata: Metadata = { title: 'Not found' }

/** Rendered inside the public layout, which has the header. */
export default function PublicNotFound() {
  return <NoSuchPage />
}
