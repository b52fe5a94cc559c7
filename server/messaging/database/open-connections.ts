/**
 * The connections of the bus to PostgreSQL.
 *
 * Promises: a connection that breaks ends no process; a server that vanished is noticed.
 */

import pg from 'pg'
import type { BusLog } from '../bus'

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
  // Between being opened and being used a connection has no listener for its errors.
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

/** SQLSTATE: shutting down, crashed, starting up; too many connections; lost against another transaction; read-only standby. */
const PASSING = /^(57P0[123]|53300|40001|40P01|25006|08...)$/

/** Whether the same call may succeed later. An error that is no answer of the database comes from the connection to it. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return PASSING.test(error.code ?? '')
  return error instanceof Error && !(error instanceof TypeError || error instanceof RangeError)
}
