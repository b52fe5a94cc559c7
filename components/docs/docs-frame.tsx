import { ArrowLeft, ArrowRight, ChevronRight } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { DocsNav } from './docs-nav'
import { GUIDES } from './docs-pages'
import type { Heading } from './document'
import { PageContents } from './page-contents'
import './reading.css'

/** A page with so few headings is seen at a glance. */
const MAX_WITHOUT_CONTENTS = 3

interface DocsFrameProps {
  /** Path of the page. */
  readonly current: string
  readonly headings: readonly Heading[]
  readonly children: ReactNode
}

/** A page of the documentation: all pages left, the text, its headings right. On a narrow screen both fold up above the text. */
export function DocsFrame({ current, headings, children }: DocsFrameProps) {
  const hasContents = headings.length > MAX_WITHOUT_CONTENTS
  return (
    <div className="mx-auto flex w-full max-w-[84rem] flex-1 bg-surface lg:border-x lg:border-line">
      <div className="sticky top-0 hidden max-h-screen w-60 shrink-0 self-start overflow-y-auto px-3 py-8 lg:block">
        <DocsNav current={current} />
      </div>
      <main
        id="main"
        tabIndex={-1}
        className="min-w-0 flex-1 px-4 py-6 outline-none sm:px-8 lg:border-l lg:border-line lg:px-12 lg:py-10"
      >
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

/** The guides before and after this one; an error page leads back to the errors of the API guide. */
function Neighbours({ current }: { readonly current: string }) {
  const place = GUIDES.findIndex((guide) => guide.href === current)
  const before = place < 0 ? { href: '/docs/api#errors', title: 'All errors' } : GUIDES[place - 1]
  const after = place < 0 ? undefined : GUIDES[place + 1]
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
