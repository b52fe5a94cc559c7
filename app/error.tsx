'use client'

import { Button } from '@/components/ui/controls'

export default function PageError({ error, reset }: { readonly error: Error; readonly reset: () => void }) {
  return (
    <main id="main" className="mx-auto flex max-w-xl flex-1 flex-col items-start justify-center gap-3 px-5 py-16">
      <h1 className="text-2xl font-semibold">This page stopped working</h1>
      <p className="text-ink-soft">Your text is stored in this browser. {error.message}</p>
      <Button look="primary" onClick={reset}>
        Try again
      </Button>
    </main>
  )
}
