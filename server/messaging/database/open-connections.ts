/**
 * The connections of the bus to PostgreSQL.
 *
 * Promises: a connection that breaks ends no process; a server that vanished is noticed.
 */
import pg from 'pg'
import type { BusLog } from '../bus-log'

const APPLICATION = 'touchstone bus'
const CONNECT_MS = 5_000
/** The statements are short: an answer that takes this long will not come. */
const QUERY_MS = 30_000

export function openPool(url: string, connections: number, log: BusLog): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: APPLICATION,
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: QUERY_MS,
    keepAlive: true,
  })
  pool.on('error', (error) => log.debug({ err: error }, 'an idle connection of the bus broke'))
  // Between being opened and being used a connection belongs to nobody who would hear that it broke.
  pool.on('connect', (client) =>
    client.on('error', (error) => log.debug({ err: error }, 'a connection of the bus broke')),
  )
  return pool
}

/** One connection outside the pool, which is not connected yet. Its `error` event needs a listener. */
export function newClient(url: string): pg.Client {
  return new pg.Client({
    connectionString: url,
    application_name: APPLICATION,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
    keepAlive: true,
  })
}
