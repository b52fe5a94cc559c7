'use client'

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Viewer } from '../../../server/api/viewer'
import { refusalOf } from '../server-calls'
import { ViewerProvider } from './viewer'

const loadDialog = () => import('./session-over-dialog')
const SessionOverDialog = lazy(loadDialog)

/** A session that ends leaves the open page unchanged. */
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
  // After the page is usable, and before it is needed.
  useEffect(() => {
    loadDialog().catch(() => {})
  }, [])
  return (
    <QueryClientProvider client={queries}>
      <ViewerProvider viewer={viewer}>
        {children}
        {sessionOver !== null && (
          <Suspense fallback={null}>
            <SessionOverDialog reason={sessionOver} onClose={() => setSessionOver(null)} />
          </Suspense>
        )}
      </ViewerProvider>
    </QueryClientProvider>
  )
}
