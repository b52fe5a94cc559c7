'use client'

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Viewer } from '../../server/api/viewer'
import { refusalOf } from './page-refusal'
import { SessionOverDialog } from './session-over-dialog'
import { ViewerProvider } from './viewer'

/** What every page of the workbench stands in. A session that ends while a page is open leaves the page as it is. */
export function WorkbenchProviders({ viewer, children }: { readonly viewer: Viewer; readonly children: ReactNode }) {
  const [sessionOver, setSessionOver] = useState<string | null>(null)
  const [queries] = useState(() => {
    const onError = (error: unknown) => {
      const { code, message } = refusalOf(error)
      if (code === 'CREDENTIAL_REQUIRED') setSessionOver(message)
    }
    return new QueryClient({
      queryCache: new QueryCache({ onError }),
      mutationCache: new MutationCache({ onError }),
      defaultOptions: { queries: { retry: false, networkMode: 'always' }, mutations: { networkMode: 'always' } },
    })
  })
  return (
    <QueryClientProvider client={queries}>
      <ViewerProvider viewer={viewer}>
        {children}
        <SessionOverDialog reason={sessionOver} onClose={() => setSessionOver(null)} />
      </ViewerProvider>
    </QueryClientProvider>
  )
}
