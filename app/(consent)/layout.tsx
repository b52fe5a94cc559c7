import type { ReactNode } from 'react'
import { AppHeader } from '@/components/ui/app-header'

/** Pages on which a person grants an agent access. */
export default function ConsentLayout({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <AppHeader />
      {children}
    </>
  )
}
