/** The markdown files behind the documentation pages: public/docs, which is also served as it is. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Document, readDocument } from '@/components/docs/document'
import { ERROR_PAGES } from '@/server/api/docs-pages'

/** Paths below /docs of the pages that are made of one file each; the overview is /docs itself. */
export const DOCUMENT_SLUGS: readonly string[] = [
  'workbench',
  'language',
  'api',
  'meaning',
  'limits',
  'compatibility',
  'api-v1',
  'client',
  'python',
  'generated-clients',
  'errors',
  'mcp',
  'guardrails',
  'platform-access',
  'guardrail-types',
  'operate',
  'security',
  'scale',
  'bus',
  'verify',
  'proofs',
  'attestations/review/v2',
  'attestations/review/v1',
  ...ERROR_PAGES.map(({ href }) => href.slice('/docs/'.length)),
]

/** Whether documents are below this path, which is not a document: `attestations`. */
export function isDocumentFolder(slug: string): boolean {
  return DOCUMENT_SLUGS.some((each) => each.startsWith(`${slug}/`)) && !DOCUMENT_SLUGS.includes(slug)
}

/** @param slug path below /docs */
export function documentAt(slug: string): Document {
  return readDocument(readFileSync(path.join(process.cwd(), 'public/docs', `${slug}.md`), 'utf8'))
}
