/** Connections of the operator: where tool guards look up records, and MCP servers that guards protect. */
import { z } from 'zod'
import { type AreaReading, type GivenVariables, readArea } from './variables'

const common = {
  /** Namespaces that may use it; absent for all. */
  namespaces: z.array(z.uuid()).optional(),
}
const overHttp = {
  url: z.string().refine(isHttpAddress, 'must be an http:// or https:// address without user, query and part after #'),
  headers: z.record(z.string().regex(/^[A-Za-z0-9-]+$/), z.string().regex(/^[\t\x20-\x7e]*$/)).default({}),
  /** Whether it is in the operator's own network, so that private addresses and http:// are allowed. */
  internal: z.boolean().default(false),
}

const connection = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('http'), ...overHttp, ...common }),
    z.strictObject({
      kind: z.literal('sql'),
      url: z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgresql:// address'),
      ...common,
    }),
    z.strictObject({
      kind: z.literal('mcp'),
      ...overHttp,
      /** Treatment of calls of tools that have no guard. */
      unguarded: z.enum(['pass', 'refuse']).default('pass'),
      ...common,
    }),
  ])
  .refine((each) => each.kind === 'sql' || each.internal || each.url.startsWith('https://'), {
    error: 'must be an https:// address, or have "internal": true',
  })

export type LookupConnection = z.output<typeof connection> & { readonly name: string }
export type HttpConnection = Extract<LookupConnection, { kind: 'http' }>
export type SqlConnection = Extract<LookupConnection, { kind: 'sql' }>
export type McpConnection = Extract<LookupConnection, { kind: 'mcp' }>

export interface LookupSettings {
  readonly lookupConnections: readonly LookupConnection[]
}

const connections = z
  .string()
  .transform((text, context): LookupConnection[] => {
    const read = z.record(z.string().min(1).max(200), connection).safeParse(jsonIn(text))
    if (read.success) return Object.entries(read.data).map(([name, each]) => ({ name, ...each }))
    for (const { path, message } of read.error.issues) context.addIssue(`${path.join('.') || 'the value'}: ${message}`)
    return z.NEVER
  })
  .optional()

/** Does not repeat the text, which contains secrets. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return 'no JSON'
  }
}

function isHttpAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) return false
  return url.username === '' && url.password === '' && url.hash === '' && url.search === ''
}

export const LOOKUP_VARIABLES = { LOOKUP_CONNECTIONS: connections }

export function readLookupConnections(given: GivenVariables): AreaReading<LookupSettings> {
  return readArea(LOOKUP_VARIABLES, given, ({ LOOKUP_CONNECTIONS: lookupConnections = [] }) => ({
    ok: true,
    settings: { lookupConnections },
  }))
}
