import { sectionsOf } from '@/components/docs/docs-sections'
import { OPERATIONS, type Operation } from '@/server/api/operations'
import { PLATFORM_OPERATIONS, type PlatformOperation } from '@/server/api/platform-operations'
import { DOCUMENT_SLUGS, documentAt } from '../documents'

export const dynamic = 'force-static'

const REFERENCE = '/docs/api-reference'

/** Sections of all pages, for the search. */
export function GET(): Response {
  const pages = DOCUMENT_SLUGS.flatMap((slug) => sectionsOf(`/docs/${slug}`, documentAt(slug)))
  return Response.json([...sectionsOf('/docs', documentAt('index')), ...pages, ...referenceSections()])
}

/** The reference page identifies a heading by its operation's id. */
function referenceSections() {
  const operations = [...Object.values<Operation>(OPERATIONS), ...Object.values<PlatformOperation>(PLATFORM_OPERATIONS)]
  const anchors = new Map(operations.map(({ id, method, path }) => [`${method} ${path}`, id.toLowerCase()]))
  return sectionsOf(REFERENCE, documentAt('api-reference')).map((section) => {
    const anchor = anchors.get(section.heading)
    return anchor === undefined ? section : { ...section, href: `${REFERENCE}#${anchor}` }
  })
}
