import type { Metadata } from 'next'
import { NoSuchPage } from '@/components/ui/page-frame'

export const metadata: Metadata = { title: 'Not found' }

/** Rendered inside the workbench layout, which has the header. */
export default function WorkbenchNotFound() {
  return <NoSuchPage />
}
