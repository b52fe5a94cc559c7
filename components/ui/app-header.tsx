import Link from 'next/link'
import { ThemeToggle } from './theme-toggle'
import { Wordmark } from './wordmark'

const PAGES = [
  { href: '/', title: 'Workbench' },
  { href: '/playground', title: 'Playground' },
  { href: '/docs', title: 'Docs' },
] as const

/** Of the pages for anybody: it does not know who looks, so that these pages are the same for all. */
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
