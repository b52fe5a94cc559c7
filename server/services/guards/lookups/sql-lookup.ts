/**
 * One row of a PostgreSQL database of the operator, in a transaction that cannot write. The query is one statement of the
 * extended protocol inside a subselect, so it is a SELECT. Numbers keep their digits.
 */
import pg from 'pg'
import type { SqlConnection } from '../../../config/lookups'
import type { LookedUp } from '../../../guard/prepared-guard'
import { readJson } from '../../../language/numeric/lossless-json'
import { MAX_RECORD_BYTES } from './http-lookup'

export interface SqlLookupSource {
  readonly query: string
  readonly wait_ms: number
}

/** Connections to one database that this process keeps. */
const POOL_SIZE = 4
const IDLE_MS = 10_000
const QUERY_CANCELED = '57014'

export class SqlLookups {
  private readonly pools = new Map<string, pg.Pool>()

  /** Never rejects. */
  async lookUp(connection: SqlConnection, source: SqlLookupSource, texts: readonly string[]): Promise<LookedUp> {
    const wait = Math.max(1, source.wait_ms)
    const late = new Promise<LookedUp>((resolve) => {
      setTimeout(() => resolve({ failed: 'there was no answer in time' }), wait).unref()
    })
    return Promise.race([this.read(connection, source.query, texts, wait), late])
  }

  private async read(
    connection: SqlConnection,
    query: string,
    texts: readonly string[],
    waitMs: number,
  ): Promise<LookedUp> {
    let client: pg.PoolClient | null = null
    try {
      client = await this.poolOf(connection).connect()
      await client.query('BEGIN READ ONLY')
      await client.query(`SELECT set_config('statement_timeout', $1, true)`, [String(waitMs)])
      const text = `SELECT row_to_json(record)::text AS json FROM (\n${query}\n) AS record LIMIT 2`
      const { rows } = await client.query<{ json: string }>(text, [...texts])
      await client.query('ROLLBACK')
      client.release()
      return recordIn(rows.map(({ json }) => json))
    } catch (error) {
      // A connection in an unknown state is closed.
      client?.release(true)
      const isLate = error instanceof pg.DatabaseError && error.code === QUERY_CANCELED
      return { failed: isLate ? 'there was no answer in time' : 'the query failed' }
    }
  }

  private poolOf({ name, url }: SqlConnection): pg.Pool {
    const known = this.pools.get(name)
    if (known !== undefined) return known
    const pool = new pg.Pool({
      connectionString: url,
      max: POOL_SIZE,
      idleTimeoutMillis: IDLE_MS,
      connectionTimeoutMillis: 5_000,
      allowExitOnIdle: true,
    })
    // A lost idle connection is opened again by the next lookup.
    pool.on('error', () => {})
    this.pools.set(name, pool)
    return pool
  }
}

function recordIn([first, second]: readonly string[]): LookedUp {
  if (first === undefined) return { failed: 'there is no such record' }
  if (second !== undefined) return { failed: 'there are several records' }
  if (Buffer.byteLength(first) > MAX_RECORD_BYTES)
    return { failed: `the answer is longer than ${MAX_RECORD_BYTES} bytes` }
  const read = readJson(first)
  return 'value' in read ? { value: read.value } : { failed: 'the answer is not JSON' }
}
