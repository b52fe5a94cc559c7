'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Playground, type PlaygroundProps } from './playground'

/** The playground with what it asks the server through. */
export function PlaygroundWithQueries(props: PlaygroundProps) {
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }))
  return (
    <QueryClientProvider client={queries}>
      <Playground {...props} />
    </QueryClientProvider>
  )
}
