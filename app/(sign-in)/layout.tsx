import type { ReactNode } from 'react'
import { AppHeader } from '@/components/ui/shell/app-header'

export default function SignInLayout({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <AppHeader />
      {children}
    </>
  )
}
