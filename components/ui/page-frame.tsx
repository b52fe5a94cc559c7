import clsx from 'clsx'
import Link from 'next/link'
import type { ComponentProps, ReactNode } from 'react'

export function PageHeader(props: {
  readonly title: ReactNode
  /** The parent page. */
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

/** Placeholder lines of the expected height. */
export function SkeletonLines({ lines = 6, what }: { readonly lines?: number; readonly what: string }) {
  return (
    <div role="status" className="flex flex-col gap-3 px-1 py-4">
      <span className="sr-only">Loading {what}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same
          key={line}
          aria-hidden
          className="h-4 animate-pulse rounded-sm bg-line/70"
          style={{ width: `${92 - ((line * 17) % 40)}%` }}
        />
      ))}
    </div>
  )
}

export function EmptyState(props: {
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
}) {
  return (
    <div className="flex flex-col items-center gap-2 px-5 py-14 text-center">
      <p className="text-lg font-medium">{props.title}</p>
      {props.children !== undefined && <div className="max-w-prose text-ink-soft">{props.children}</div>}
      {props.actions !== undefined && <div className="mt-2 flex flex-wrap justify-center gap-2">{props.actions}</div>}
    </div>
  )
}

export function NoPermission(props: {
  readonly needs: string
  readonly roles: readonly string[]
  /** The header of the page; absent if the page shows its own above. */
  readonly page?: Pick<ComponentProps<typeof PageHeader>, 'title' | 'above'>
}) {
  const { needs, roles, page } = props
  return (
    <>
      {page !== undefined && <PageHeader {...page} />}
      <EmptyState title="Your role does not give access to this page">
        <p>
          To {needs}, you need the role {roles.join(' or ')} in this namespace. An administrator can assign it under
          Settings, Members.
        </p>
      </EmptyState>
    </>
  )
}

export function NoSuchPage() {
  return (
    <main id="main" className="mx-auto flex max-w-xl flex-1 flex-col items-start justify-center gap-3 px-5 py-16">
      <h1 className="text-2xl font-semibold">Page not found</h1>
      <p className="text-ink-soft">The address may be mistyped, or the page may have moved.</p>
      <p className="flex flex-wrap gap-4">
        <Link href="/" className="text-accent hover:underline">
          Go to the start page
        </Link>
        <Link href="/playground" className="text-accent hover:underline">
          Open the playground
        </Link>
        <Link href="/docs" className="text-accent hover:underline">
          Read the docs
        </Link>
      </p>
    </main>
  )
}

export function CardPage({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  return (
    <main id="main" className="flex flex-1 items-start justify-center px-4 py-10 sm:py-16">
      <div className="w-full max-w-md rounded-lg border border-line bg-surface px-6 py-6">
        <h1 className="text-xl font-semibold break-words">{title}</h1>
        <div className="mt-4">{children}</div>
      </div>
    </main>
  )
}

/** Style of a link or button to a part of a page. */
export function partLook(isCurrent: boolean): string {
  return clsx(
    '-mb-px border-b-2 px-3 text-sm',
    isCurrent ? 'border-accent font-medium text-ink' : 'border-transparent text-ink-soft hover:text-ink',
  )
}
