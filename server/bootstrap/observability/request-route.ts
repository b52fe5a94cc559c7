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
const V1 = '/v1/'
/** The labels by second segment of a `/v1` address: for that address, and for the addresses below it. */
const AREAS = new Map(
  Object.values<Operation>(OPERATIONS).map(({ path }) => {
    const area = path.split('/')[2] ?? ''
    return [area, { own: V1 + area, below: `${V1}${area}/*` }]
  }),
)
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** @param url path and query */
export function requestRoute(url: string): string {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  if (path.startsWith(V1)) {
    const end = path.indexOf('/', V1.length)
    const labels = AREAS.get(path.slice(V1.length, end < 0 ? undefined : end))
    if (labels === undefined) return '/v1/*'
    return end < 0 ? labels.own : labels.below
  }
  if (WHOLE.has(path)) return path
  const prefix = PREFIXES.find((each) => path.startsWith(each))
  return prefix === undefined ? 'page' : `${prefix}*`
}

export function requestMethod(method: string | undefined): string {
  return METHODS.has(method ?? '') ? (method ?? '') : 'other'
}
