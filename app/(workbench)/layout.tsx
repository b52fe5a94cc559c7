import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { AppHeader } from '@/components/shell/app-header'
import { WorkbenchHeader } from '@/components/shell/workbench-header'
import { WorkbenchProviders } from '@/components/shell/workbench-providers'
import { WelcomePage } from '@/components/sign-in/welcome-page'
import { askedPath, PATH_HEADER } from '@/server/doors/session/asked-path'
import { runtime } from '@/server/start/runtime'
import { currentViewer } from '../current-viewer'

/** Pages for those who signed in. Where nobody has an account yet, the first page says what this is. */
export default async function WorkbenchLayout({ children }: { readonly children: ReactNode }) {
  const viewer = await currentViewer()
  if (viewer === null) {
    const path = askedPath((await headers()).get(PATH_HEADER))
    if (path !== '/' || !(await runtime().workbench.setup.isFirstRun()))
      redirect(`/sign-in?next=${encodeURIComponent(path)}`)
    return (
      <>
        <AppHeader />
        <WelcomePage />
      </>
    )
  }
  return (
    <WorkbenchProviders viewer={viewer}>
      <WorkbenchHeader />
      {children}
    </WorkbenchProviders>
  )
}
