import './reading.css'
import { clsx } from 'clsx'
import { ArrowLeft, ArrowRight, ChevronRight } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { type DocsEntry, ERROR_PAGES, GUIDE_GROUPS, GUIDES, markdownAddress } from '../../server/api/docs-pages'
import { DocsSearch } from './docs-search'
import type { Document, Heading } from './document'
import { Markdown } from './markdown'

/** A page with so few headings needs no table of contents. */
const MAX_HEADINGS_WITHOUT_CONTENTS = 3

interface DocsFrameProps {
  /** Path of the page. */
  readonly current: string
  readonly headings: readonly Heading[]
  readonly children: ReactNode
}

/**
 * A documentation page: all pages on the left, its headings on the right. A narrow screen folds both above the text.
 */
export function DocsFrame({ current, headings, children }: DocsFrameProps) {
  const hasContents = headings.length > MAX_HEADINGS_WITHOUT_CONTENTS
  return (
    <div className="mx-auto flex w-full max-w-[84rem] flex-1 bg-surface lg:border-x lg:border-line">
      {/* React moves it to the head. */}
      <link rel="alternate" type="text/markdown" href={markdownAddress(current)} title="This page as Markdown" />
      <div className="sticky top-0 hidden max-h-screen w-60 shrink-0 self-start overflow-y-auto px-3 py-8 lg:block">
        <DocsNav current={current} />
      </div>
      <main
        id="main"
        tabIndex={-1}
        className="min-w-0 flex-1 px-4 py-6 outline-none sm:px-8 lg:border-l lg:border-line lg:px-12 lg:py-10"
      >
        <DocsSearch />
        <div className="mb-2 lg:hidden">
          <Fold title="Documentation">
            <DocsNav current={current} />
          </Fold>
        </div>
        {hasContents && (
          <div className="lg:mb-8 xl:hidden">
            <Fold title="On this page">
              <PageContents headings={headings} />
            </Fold>
          </div>
        )}
        <article className="reading mt-8 lg:mt-0">{children}</article>
        <Neighbours current={current} />
      </main>
      <div className="sticky top-0 hidden max-h-screen w-60 shrink-0 self-start overflow-y-auto px-4 py-10 xl:block">
        {hasContents && <PageContents headings={headings} titled />}
      </div>
    </div>
  )
}

function Fold({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <details className="group rounded-md border border-line bg-surface">
      <summary className="flex cursor-pointer list-none items-center gap-1.5 px-3 py-2 text-sm font-medium text-ink">
        <ChevronRight size={14} aria-hidden className="transition-transform group-open:rotate-90" />
        {title}
      </summary>
      <div className="border-t border-line px-3 py-3">{children}</div>
    </details>
  )
}

/** Links to the previous and next guide; on an error page, to all errors. */
function Neighbours({ current }: { readonly current: string }) {
  const position = GUIDES.findIndex((guide) => guide.href === current)
  const before = position < 0 ? { href: '/docs/errors', title: 'All errors' } : GUIDES[position - 1]
  const after = position < 0 ? undefined : GUIDES[position + 1]
  const style = 'inline-flex items-center gap-1.5 rounded-md py-1 text-accent hover:underline'
  return (
    <nav
      aria-label="Neighbouring pages"
      className="mt-12 flex max-w-[46rem] justify-between gap-4 border-t border-line pt-4"
    >
      {before !== undefined && (
        <Link href={before.href} className={style}>
          <ArrowLeft size={14} aria-hidden />
          {before.title}
        </Link>
      )}
      {after !== undefined && (
        <Link href={after.href} className={`${style} ml-auto text-right`}>
          {after.title}
          <ArrowRight size={14} aria-hidden />
        </Link>
      )}
    </nav>
  )
}

/** @param current path of the page */
export function DocumentPage({ current, document }: { readonly current: string; readonly document: Document }) {
  return (
    <DocsFrame current={current} headings={document.headings}>
      <Markdown tokens={document.tokens} />
    </DocsFrame>
  )
}

function DocsNav({ current }: { readonly current: string }) {
  return (
    <nav aria-label="Documentation" className="flex flex-col gap-6 text-sm">
      {GUIDE_GROUPS.map(({ title, entries }) => (
        <Group key={title} title={title} entries={entries} current={current} />
      ))}
      <Group title="Error codes" entries={ERROR_PAGES} current={current} codes />
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
      <ul aria-label={title} className="flex flex-col">
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

interface PageContentsProps {
  readonly headings: readonly Heading[]
  /** Whether to show its own title; false if there is one above. */
  readonly titled?: boolean
}

function PageContents({ headings, titled = false }: PageContentsProps) {
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
