/**
 * Labels requests by route. A label has no part that identifies something: `/v1/rulesets/payroll` becomes
 * `/v1/rulesets/*`.
 */
import { OPERATIONS, type Operation } from '../../api/operations'

const WHOLE = new Set([
  ...['/mcp', '/health', '/ready', '/version', '/openapi.json', '/application/o/token/'],
  ...['/client-api/auth/token', '/client-api/bus/send', '/client-api/bus/stream', '/client-api/check'],
])
const PREFIXES = ['/api/trpc/', '/api/v1/', '/api/auth/', '/client-api/', '/application/', '/_next/', '/docs/'] as const
/** The second segments of `/v1` addresses. */
const AREAS = new Set(Object.values<Operation>(OPERATIONS).map(({ path }) => path.split('/')[2] ?? ''))
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** @param url path and query */
export function requestRoute(url: string): string {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  if (path.startsWith('/v1/')) {
    const [, , area = '', ...rest] = path.split('/')
    if (!AREAS.has(area)) return '/v1/*'
    return rest.length === 0 ? `/v1/${area}` : `/v1/${area}/*`
  }
  if (WHOLE.has(path)) return path
  const prefix = PREFIXES.find((each) => path.startsWith(each))
  return prefix === undefined ? 'page' : `${prefix}*`
}

export function requestMethod(method: string | undefined): string {
  return METHODS.has(method ?? '') ? (method ?? '') : 'other'
}
