/** Set by the server; values in a request are replaced. */
export const PATH_HEADER = 'x-touchstone-path'
export const NONCE_HEADER = 'x-touchstone-nonce'

/** @param requested path with query; anything else leads to the first page */
export function returnPath(requested: string | null | undefined): string {
  if (requested == null || !requested.startsWith('/')) return '/'
  const base = 'http://own.invalid'
  if (!URL.canParse(requested, base)) return '/'
  const { origin, pathname, searchParams, hash } = new URL(requested, base)
  // `//` would name another host.
  if (origin !== base || pathname.startsWith('//')) return '/'
  // Added by Next.
  searchParams.delete('_rsc')
  return `${pathname}${searchParams.size > 0 ? `?${searchParams}` : ''}${hash}`
}

/** The address prefix to which the outside provider sends browsers back. */
export const PROVIDER_PATH = '/api/auth/'
