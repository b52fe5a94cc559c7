'use client'

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Viewer } from '../../../server/api/viewer'
import { Dialog } from '../dialog'
import { refusalOf } from '../server-calls'
import { ViewerProvider } from './viewer'

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
  return (
    <QueryClientProvider client={queries}>
      <ViewerProvider viewer={viewer}>
        {children}
        <SessionOverDialog reason={sessionOver} onClose={() => setSessionOver(null)} />
      </ViewerProvider>
    </QueryClientProvider>
  )
}

/** The person signs in in another tab, so that this page keeps typed text. */
function SessionOverDialog(props: {
  /** The server's reason; null while the session is valid. */
  readonly reason: string | null
  readonly onClose: () => void
}) {
  const { reason, onClose } = props
  return (
    <Dialog
      open={reason !== null}
      onClose={onClose}
      title="Your session has ended"
      description={`${reason ?? ''} Nothing on this page is lost. Sign in again in another tab, return here and repeat your last action.`}
      actions={
        <a
          href="/sign-in?next=/signed-in"
          target="_blank"
          rel="noopener"
          className="inline-flex h-8 items-center rounded-md bg-accent px-3 text-sm font-medium text-on-accent hover:opacity-90"
        >
          Sign in
        </a>
      }
    />
  )
}
