import Link from 'next/link'
import { ThemeToggle } from './theme-toggle'

const PAGES = [
  { href: '/', title: 'Workbench' },
  { href: '/playground', title: 'Playground' },
  { href: '/verify', title: 'Verify' },
  { href: '/docs', title: 'Docs' },
] as const

/** Independent of the viewer, so that the public pages are the same for everyone. */
export function AppHeader() {
  return (
    <header className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-6 border-b border-line bg-surface px-4 py-1">
      <Wordmark />
      <nav aria-label="Main" className="flex min-w-0 flex-wrap items-center gap-1">
        {PAGES.map((page) => (
          <Link
            key={page.href}
            href={page.href}
            className="rounded-md px-2.5 py-1 text-sm text-ink-soft hover:bg-canvas hover:text-ink"
          >
            {page.title}
          </Link>
        ))}
      </nav>
      <div className="ml-auto">
        <ThemeToggle />
      </div>
    </header>
  )
}

export function Wordmark() {
  return (
    <Link href="/" className="flex shrink-0 items-center gap-2 font-semibold text-ink">
      <svg width="18" height="18" viewBox="0 0 32 32" aria-hidden="true">
        <rect x="3" y="3" width="26" height="26" rx="6" fill="var(--ink)" />
        <path
          d="M9 20 L14 23 L23 10"
          fill="none"
          stroke="var(--canvas)"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      Touchstone
    </Link>
  )
}
