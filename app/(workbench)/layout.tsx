import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { WorkbenchHeader } from '@/components/shell/workbench-header'
import { WorkbenchProviders } from '@/components/shell/workbench-providers'
import { askedPath, PATH_HEADER } from '@/server/doors/session/asked-path'
import { runtime } from '@/server/runtime'

/** Pages for those who signed in. */
export default async function WorkbenchLayout({ children }: { readonly children: ReactNode }) {
  const viewer = await currentViewer()
  if (viewer === null) redirect(`/sign-in?next=${encodeURIComponent(askedPath((await headers()).get(PATH_HEADER)))}`)
  return (
    <WorkbenchProviders viewer={viewer}>
      <WorkbenchHeader />
      {children}
    </WorkbenchProviders>
  )
}

async function currentViewer() {
  // Asked for first: it tells Next that these pages are never made ahead.
  const cookie = (await headers()).get('cookie') ?? undefined
  const { workbench, readSession } = runtime()
  return workbench.people.viewerOf(await readSession(cookie))
}
