/**
 * The path to which a browser returns after it was sent to sign in.
 *
 * Promises: the result is a path of this origin, whatever the input.
 */

/** The server's own: whatever a request brings under this name is replaced. */
export const PATH_HEADER = 'x-touchstone-path'
/** The nonce of the answer, for the layout's own script; replaced in the same way. */
export const NONCE_HEADER = 'x-touchstone-nonce'

/** @param requested a path with its query, from a header or an address; anything else leads to the first page */
export function returnPath(requested: string | null | undefined): string {
  if (requested == null || !requested.startsWith('/')) return '/'
  const base = 'http://own.invalid'
  if (!URL.canParse(requested, base)) return '/'
  const { origin, pathname, searchParams, hash } = new URL(requested, base)
  // A second slash would name another host once the origin is left out.
  if (origin !== base || pathname.startsWith('//')) return '/'
  // Next's own, of a navigation inside the page.
  searchParams.delete('_rsc')
  return `${pathname}${searchParams.size > 0 ? `?${searchParams}` : ''}${hash}`
}

/** Where the outside provider sends browsers back to, and what leads there. */
export const PROVIDER_PATH = '/api/auth/'
