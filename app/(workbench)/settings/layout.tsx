import type { ReactNode } from 'react'
import { SettingsNav } from '@/components/accounts/settings-nav'

export default function SettingsLayout({ children }: { readonly children: ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-1 flex-col gap-5 px-4 py-6 md:flex-row md:gap-8">
      <SettingsNav />
      <main id="main" className="min-w-0 flex-1">
        {children}
      </main>
    </div>
  )
}
