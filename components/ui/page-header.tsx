import Link from 'next/link'
import type { ReactNode } from 'react'

/** The top of a page: where it belongs, what it is, and what can be done here. */
export function PageHeader(props: {
  readonly title: ReactNode
  /** The page above this one. */
  readonly above?: { readonly href: string; readonly title: string }
  readonly children?: ReactNode
  readonly actions?: ReactNode
}) {
  const { title, above, children, actions } = props
  return (
    <header className="mb-5 flex flex-wrap items-end gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-72">
        {above !== undefined && (
          <Link href={above.href} className="text-sm text-accent hover:underline">
            {above.title}
          </Link>
        )}
        <h1 className="text-2xl font-semibold break-words">{title}</h1>
        {children !== undefined && <div className="mt-1 max-w-prose text-ink-soft">{children}</div>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  )
}
