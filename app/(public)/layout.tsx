import type { ReactNode } from 'react'
import { AppHeader } from '@/components/ui/shell/app-header'

/** Pages for everyone, signed in or not. */
export default function PublicLayout({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <AppHeader />
      {children}
    </>
  )
}
