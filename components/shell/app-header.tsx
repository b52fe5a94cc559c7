import Link from 'next/link'
import { ThemeToggle } from './theme-toggle'

const PAGES = [
  { href: '/playground', title: 'Playground' },
  { href: '/docs', title: 'Docs' },
] as const

export function AppHeader() {
  return (
    <header className="flex h-12 shrink-0 items-center gap-6 border-b border-line bg-surface px-4">
      <Link href="/" className="flex items-center gap-2 font-semibold text-ink">
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
      <nav aria-label="Main" className="flex items-center gap-1">
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
