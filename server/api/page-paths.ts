/**
 * URLs of a ruleset's pages. No browser, proxy or framework rewrites the segment: `/` becomes `~`, a space `+`, and a
 * name that would be misread (`.`, `..`, `new`, a framework suffix) gets a trailing `~`. Names never end in a slash, so
 * it is unambiguous.
 */
import { RULESET_NAME } from './terms/ruleset-terms'

/** Pages below the editor. */
export type RulesetPage = 'check' | 'history' | 'review'

export const NEW_RULESET_PATH = '/rulesets/new'

export function rulesetPath(name: string, page?: RulesetPage): string {
  const segment = name.replaceAll('/', '~').replaceAll(' ', '+') + (READ_AS_ANOTHER.test(name) ? '~' : '')
  return `/rulesets/${segment}${page === undefined ? '' : `/${page}`}`
}

/** @param segment percent-encoded or not */
export function nameInPath(segment: string): string | null {
  const name = decodeSegment(segment)?.replace(/~$/, '').replaceAll('~', '/').replaceAll('+', ' ')
  return name !== undefined && RULESET_NAME.test(name) ? name : null
}

const READ_AS_ANOTHER = /^(\.{1,2}|new)$|\.rsc$/

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** Addresses of the pages of written policies. */

/** Marks an author who came to add a policy for a new ruleset. */
const BEGINNING = '?for=new-ruleset'
export const BEGIN_WITH_POLICY_PATH = `/documents${BEGINNING}#add-document`

export function documentPath(label: string): string {
  return `/documents/${encodeURIComponent(label)}`
}

/** @param search of the address */
export function isBeginning(search: Pick<URLSearchParams, 'toString'>): boolean {
  return `?${search}` === BEGINNING
}

/** Keeps the mark of {@link BEGIN_WITH_POLICY_PATH}. */
export function nextDocumentPath(label: string, search: Pick<URLSearchParams, 'toString'>): string {
  return documentPath(label) + (isBeginning(search) ? BEGINNING : '')
}
