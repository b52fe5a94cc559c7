import type { Metadata } from 'next'
import Link from 'next/link'
import { AppHeader } from '@/components/ui/app-header'
import { WorkbenchHeader } from '@/components/ui/workbench-header'
import { WorkbenchProviders } from '@/components/ui/workbench-providers'
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

function NoSuchPage() {
  return (
    <main id="main" className="mx-auto flex max-w-xl flex-1 flex-col items-start justify-center gap-3 px-5 py-16">
      <h1 className="text-2xl font-semibold">There is no such page</h1>
      <p className="text-ink-soft">The address may be mistyped, or the page has another name now.</p>
      <p className="flex gap-4">
        <Link href="/playground" className="text-accent hover:underline">
          Open the playground
        </Link>
        <Link href="/docs" className="text-accent hover:underline">
          Read the docs
        </Link>
      </p>
    </main>
  )
}
