import type { Heading } from './document'

/** Links to the headings of the page. */
export function PageContents({ headings }: { readonly headings: readonly Heading[] }) {
  return (
    <nav aria-label="On this page">
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
