import type { Metadata } from 'next'
import { NoSuchPage } from '@/components/ui/page-frame'

export const metadata: Metadata = { title: 'Not found' }

/** Rendered inside the layout of the workbench, which has the header. */
export default function WorkbenchNotFound() {
  return <NoSuchPage />
}
