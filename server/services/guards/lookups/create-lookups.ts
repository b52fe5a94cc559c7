/** Looks up records over connections of the operator, and keeps answers as long as the guard says. */
import { lookup } from 'node:dns/promises'
import { LRUCache } from 'lru-cache'
import type { LookupConnection } from '../../../config/lookups'
import type { LookedUp } from '../../../guard/prepared-guard'
import type { ResolveHost } from '../../notifications/webhooks/public-address'
import type { LookUp } from './call-lookups'
import { lookUpHttp } from './http-lookup'
import { SqlLookups } from './sql-lookup'

export interface LookupDependencies {
  readonly connections: readonly LookupConnection[]
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Absent: the names of the system. */
  readonly resolve?: ResolveHost
}

const MAX_KEPT = 5_000

export function createLookups({ connections, now, resolve = resolveHost }: LookupDependencies): LookUp {
  const kept = new LRUCache<string, { readonly found: LookedUp; readonly until: number }>({ max: MAX_KEPT })
  const sql = new SqlLookups()
  return async (namespaceId, source, texts) => {
    const key = JSON.stringify([namespaceId, source, texts])
    const known = kept.get(key)
    if (known !== undefined && now() < known.until) return known.found
    const connection = connections.find(({ name }) => name === source.connection)
    if (connection === undefined || connection.kind !== source.kind || !isFor(connection, namespaceId))
      return { failed: `there is no ${source.kind} connection “${source.connection}”` }
    const found = await lookUpOver(connection, source, texts, { resolve, sql })
    if (!('failed' in found) && source.keep_seconds > 0)
      kept.set(key, { found, until: now() + source.keep_seconds * 1_000 })
    return found
  }
}

function lookUpOver(
  connection: LookupConnection,
  source: Parameters<LookUp>[1],
  texts: readonly string[],
  { resolve, sql }: { readonly resolve: ResolveHost; readonly sql: SqlLookups },
): Promise<LookedUp> {
  if (connection.kind === 'http' && source.kind === 'http') return lookUpHttp(connection, source, texts, resolve)
  if (connection.kind === 'sql' && source.kind === 'sql') return sql.lookUp(connection, source, texts)
  throw new Error('the kind of the connection was compared before')
}

export function isFor({ namespaces }: LookupConnection, namespaceId: string): boolean {
  return namespaces === undefined || namespaces.includes(namespaceId)
}

const resolveHost: ResolveHost = (host) => lookup(host, { all: true })
