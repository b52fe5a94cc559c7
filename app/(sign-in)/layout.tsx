import type { ReactNode } from 'react'
import { AppHeader } from '@/components/ui/app-header'

/** Pages on which somebody says who they are. */
export default function SignInLayout({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <AppHeader />
      {children}
    </>
  )
}
