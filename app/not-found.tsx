import type { Metadata } from 'next'
import { NoSuchPage } from '@/components/ui/page-frame'
import { AppHeader } from '@/components/ui/shell/app-header'
import { WorkbenchHeader } from '@/components/ui/shell/workbench-header'
import { WorkbenchProviders } from '@/components/ui/shell/workbench-providers'
import { currentViewer } from './current-viewer'

export const metadata: Metadata = { title: 'Not found' }

export default async function NotFound() {
  const viewer = await currentViewer()
  if (viewer === null)
    return (
      <>
        <AppHeader />
        <NoSuchPage />
      </>
    )
  return (
    <WorkbenchProviders viewer={viewer}>
      <WorkbenchHeader />
      <NoSuchPage />
    </WorkbenchProviders>
  )
}
