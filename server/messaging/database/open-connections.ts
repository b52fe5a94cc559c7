import pg from 'pg'
import type { BusLog } from '../bus/bus'

const APPLICATION = 'touchstone bus'
const CONNECT_TIMEOUT_MS = 5_000
const QUERY_TIMEOUT_MS = 30_000

export function openPool(url: string, connections: number, log: BusLog): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: APPLICATION,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  })
  pool.on('error', (error) => log.debug({ err: error }, 'an idle connection of the bus broke'))
  // A new connection has no error listener until it is used.
  pool.on('connect', (client) =>
    client.on('error', (error) => log.debug({ err: error }, 'a connection of the bus broke')),
  )
  return pool
}

/** Its `error` event needs a listener. */
export function newClient(url: string): pg.Client {
  return new pg.Client({
    connectionString: url,
    application_name: APPLICATION,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  })
}

/** Shutdown, crash, startup; too many connections; lost conflict; read-only standby; connection errors. */
const PASSING_STATES = /^(57P0[123]|53300|40001|40P01|25006|08...)$/

/** Errors that are not from the database come from its connection. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return PASSING_STATES.test(error.code ?? '')
  return error instanceof Error && !(error instanceof TypeError || error instanceof RangeError)
}
