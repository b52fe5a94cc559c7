import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Document, readDocument } from '@/components/docs/document'
import { ERROR_PAGES, GUIDES } from '@/server/api/docs-pages'

/** The overview has another file name, and the reference is generated from the operations. */
const MADE_OTHERWISE = ['/docs', '/docs/api-reference']

/** Paths below /docs of the pages that come from one file each. */
export const DOCUMENT_SLUGS: readonly string[] = [...GUIDES, ...ERROR_PAGES]
  .filter(({ href }) => !MADE_OTHERWISE.includes(href))
  .map(({ href }) => href.slice('/docs/'.length))

/** Whether the path is a folder of documents (`attestations`) and not itself a document. */
export function isDocumentFolder(slug: string): boolean {
  return DOCUMENT_SLUGS.some((each) => each.startsWith(`${slug}/`)) && !DOCUMENT_SLUGS.includes(slug)
}

/** @param slug path below /docs */
export function documentAt(slug: string): Document {
  return readDocument(readFileSync(path.join(process.cwd(), 'public/docs', `${slug}.md`), 'utf8'))
}
