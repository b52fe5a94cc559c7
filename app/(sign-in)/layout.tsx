import type { ReactNode } from 'react'
import { AppHeader } from '@/components/ui/app-header'

/** Pages on which a person signs in. */
export default function SignInLayout({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <AppHeader />
      {children}
    </>
  )
}
