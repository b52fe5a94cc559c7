/**
 * Where a browser wanted to go when it was sent to sign in.
 *
 * Promises: what comes out is a path of this origin, whatever went in.
 */

/** The server's own: whatever a request brings under this name is replaced. */
export const PATH_HEADER = 'x-touchstone-path'
/** The nonce of the answer, for the layout's own script; replaced in the same way. */
export const NONCE_HEADER = 'x-touchstone-nonce'

/** @param asked a path with its query, from a header or an address; anything else leads to the first page */
export function askedPath(asked: string | null | undefined): string {
  if (asked == null || !asked.startsWith('/')) return '/'
  const base = 'http://own.invalid'
  if (!URL.canParse(asked, base)) return '/'
  const { origin, pathname, searchParams, hash } = new URL(asked, base)
  // A second slash would name another host once the origin is left out.
  if (origin !== base || pathname.startsWith('//')) return '/'
  // Next's own, of a navigation inside the page.
  searchParams.delete('_rsc')
  return `${pathname}${searchParams.size > 0 ? `?${searchParams}` : ''}${hash}`
}
