import type { ReactNode } from 'react'

/** The one card of the pages on which somebody says who they are. */
export function EntryFrame({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  return (
    <main id="main" className="flex flex-1 items-start justify-center px-4 py-10 sm:py-16">
      <div className="w-full max-w-md rounded-lg border border-line bg-surface px-6 py-6">
        <h1 className="text-xl font-semibold break-words">{title}</h1>
        <div className="mt-4">{children}</div>
      </div>
    </main>
  )
}
