import { DocsFrame } from './docs-frame'
import type { Document } from './document'
import { Markdown } from './markdown'

/** @param current path of the page */
export function DocumentPage({ current, document }: { readonly current: string; readonly document: Document }) {
  return (
    <DocsFrame current={current} headings={document.headings}>
      <Markdown tokens={document.tokens} />
    </DocsFrame>
  )
}
