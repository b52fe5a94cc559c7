import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { WelcomePage } from '@/components/accounts/sign-in/welcome-page'
import { AppHeader } from '@/components/ui/shell/app-header'
import { WorkbenchHeader } from '@/components/ui/shell/workbench-header'
import { WorkbenchProviders } from '@/components/ui/shell/workbench-providers'
import { getRuntime } from '@/server/bootstrap/runtime'
import { PATH_HEADER, returnPath } from '@/server/http/session/return-path'
import { currentViewer } from '../current-viewer'

/** Pages that need a session. In a new installation, `/` is the welcome page. */
export default async function WorkbenchLayout({ children }: { readonly children: ReactNode }) {
  const viewer = await currentViewer()
  if (viewer === null) {
    const path = returnPath((await headers()).get(PATH_HEADER))
    if (path !== '/' || !(await getRuntime().workbench.setup.isFirstRun()))
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
