/**
 * Addresses of a ruleset's pages. A name may hold slashes and spaces and may be nothing but dots; its address is one
 * segment that no browser, proxy or framework rewrites: `/` is written `~`, a space `+`, and what would be read as
 * something else (`.`, `..`, `new`, an ending that the framework takes for its own) gets a `~` at its end. No name
 * ends in a slash, so this reads back to one name only.
 */
import { RULESET_NAME } from '../../server/api/ruleset-name'

/** The pages below the editor's own. */
export type RulesetPage = 'check' | 'history'

export const NEW_RULESET_PATH = '/rulesets/new'

/** The editor of a ruleset, or another of its pages. */
export function rulesetPath(name: string, page?: RulesetPage): string {
  const segment = name.replaceAll('/', '~').replaceAll(' ', '+') + (READ_AS_ANOTHER.test(name) ? '~' : '')
  return `/rulesets/${segment}${page === undefined ? '' : `/${page}`}`
}

/** The name whose page has this segment, percent-encoded or not; null where it is no name's. */
export function nameInPath(segment: string): string | null {
  const name = decoded(segment)?.replace(/~$/, '').replaceAll('~', '/').replaceAll('+', ' ')
  return name !== undefined && RULESET_NAME.test(name) ? name : null
}

const READ_AS_ANOTHER = /^(\.{1,2}|new)$|\.rsc$/

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
