import type { Heading } from './document'

interface PageContentsProps {
  readonly headings: readonly Heading[]
  /** False where a title stands above it already. */
  readonly titled?: boolean
}

/** Links to the headings of the page. */
export function PageContents({ headings, titled = false }: PageContentsProps) {
  return (
    <nav aria-label="On this page">
      {titled && <p className="mb-2 text-xs font-semibold text-ink-faint">On this page</p>}
      <ul className="flex flex-col gap-1.5 border-l border-line text-sm">
        {headings.map((heading) => (
          <li key={heading.id} className={heading.depth > 2 ? 'pl-6' : 'pl-3'}>
            <a href={`#${heading.id}`} className="text-ink-soft hover:text-ink">
              {heading.text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
