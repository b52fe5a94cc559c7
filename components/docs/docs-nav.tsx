import { clsx } from 'clsx'
import Link from 'next/link'
import { type DocsEntry, ERROR_PAGES, GUIDES } from './docs-pages'

/** All pages, with the present one marked. */
export function DocsNav({ current }: { readonly current: string }) {
  return (
    <nav aria-label="Documentation" className="flex flex-col gap-6 text-sm">
      <Group title="Guides" entries={GUIDES} current={current} />
      <Group title="Errors" entries={ERROR_PAGES} current={current} codes />
    </nav>
  )
}

interface GroupProps {
  readonly title: string
  readonly entries: readonly DocsEntry[]
  readonly current: string
  readonly codes?: boolean
}

function Group({ title, entries, current, codes = false }: GroupProps) {
  return (
    <div>
      <p className="mb-1.5 px-2.5 text-xs font-semibold text-ink-faint">{title}</p>
      <ul className="flex flex-col">
        {entries.map((entry) => (
          <li key={entry.href}>
            <Link
              href={entry.href}
              aria-current={entry.href === current ? 'page' : undefined}
              className={clsx(
                'block rounded-md px-2.5 py-1',
                codes && 'font-mono text-xs',
                entry.href === current
                  ? 'bg-accent-soft font-medium text-accent'
                  : 'text-ink-soft hover:bg-canvas hover:text-ink',
              )}
            >
              {entry.title}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
