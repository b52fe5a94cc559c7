import type { Sheet } from './sheet'

interface Stop {
  readonly href: string
  readonly title: string
  /** How many of them there are; null where they are not counted. */
  readonly count: number | null
  readonly below: readonly { readonly href: string; readonly title: string }[]
}

/** Assertions that the outline names; those beyond are found in the review. */
const MAX_NAMED = 40

/** Where one is on the page and what is still to read: it stays in sight beside the text. */
export function SheetOutline({ sheet }: { readonly sheet: Sheet }) {
  const stops = stopsOf(sheet)
  return (
    <nav
      aria-label="On this page"
      className="mb-6 max-h-64 overflow-y-auto rounded-lg border border-line bg-surface p-3 text-sm lg:sticky lg:top-4 lg:mb-0 lg:max-h-[calc(100vh-8rem)] lg:self-start lg:border-0 lg:bg-transparent lg:p-0 print:hidden"
    >
      <p className="mb-1.5 font-medium text-ink-soft">On this page</p>
      <ol className="flex flex-col gap-1">
        {stops.map(({ href, title, count, below }) => (
          <li key={href}>
            <a href={href} className="inline-block min-h-6 text-accent hover:underline">
              {title} {count !== null && <span className="text-ink-faint tabular-nums">{count}</span>}
            </a>
            {below.length > 0 && (
              <ol className="ml-3 flex flex-col border-l border-line pl-2">
                {below.map((item) => (
                  <li key={item.href}>
                    <a href={item.href} className="inline-block min-h-6 break-words text-ink-soft hover:underline">
                      {item.title}
                    </a>
                  </li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

function stopsOf({ review, records, unsigned, may }: Sheet): readonly Stop[] {
  const sections = review?.sections ?? []
  const stop = (href: string, title: string, count: number | null = null): Stop => ({ href, title, count, below: [] })
  return [
    stop('#identity', 'Which ruleset this is'),
    stop('#changes', 'What changed'),
    stop('#test-cases', 'Test cases'),
    stop('#review-text', 'The review text'),
    ...sections.map(({ id, heading, entries }) => ({
      ...stop(`#review-${id}`, heading, entries.length),
      below:
        id === 'assertions'
          ? entries
              .slice(0, MAX_NAMED)
              .flatMap(({ name, title }) =>
                name === null ? [] : [{ href: `#review-${id}-${name}`, title: title.replace(` (${name})`, '') }],
              )
          : [],
    })),
    stop('#signatures', 'Signatures', records.length + unsigned.length),
    may.sign ? stop('#sign', 'Sign') : stop('#cannot-sign', 'Sign'),
  ]
}
