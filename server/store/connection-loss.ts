/**
 * Tells an error that the connection to the database, or the database itself, caused from one that the query caused.
 *
 * Promises: `true` only where repeating the same call later may succeed. Trusts the shapes in which node-postgres and
 * Prisma 7 report such errors, collected by killing a server under load.
 */

/** SQLSTATE: shutting down, crashed, starting up; too many connections; a transaction that lost against another. */
const PASSING_STATES = new Set(['57P01', '57P02', '57P03', '53300', '40001', '40P01'])

const PASSING_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'],
  // Prisma: unreachable, timed out, closed; a transaction that could not start or ended meanwhile; a write conflict.
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2028', 'P2034'],
])

const PASSING_KINDS = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
  'TransactionWriteConflict',
])

/** node-postgres gives these errors no code. */
const PASSING_MESSAGES =
  /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|Query read timeout/

/** Whether `error` says that the database was away, and not that the query was wrong. */
export function isConnectionLoss(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Object; at = innerError(at)) {
    if (hasText(at, 'code') && (PASSING_CODES.has(at.code) || isPassingState(at.code))) return true
    if (hasText(at, 'originalCode') && isPassingState(at.originalCode)) return true
    if (hasText(at, 'kind') && PASSING_KINDS.has(at.kind)) return true
    if (hasText(at, 'message') && PASSING_MESSAGES.test(at.message)) return true
  }
  return false
}

/** Prisma keeps the driver's error in `meta.driverAdapterError`, and that one keeps the database's in `cause`. */
function innerError(error: object): unknown {
  if ('meta' in error && error.meta instanceof Object && 'driverAdapterError' in error.meta) {
    return error.meta.driverAdapterError
  }
  return 'cause' in error ? error.cause : undefined
}

function isPassingState(state: string): boolean {
  // Class 08 is "connection exception".
  return PASSING_STATES.has(state) || /^08[0-9A-Z]{3}$/.test(state)
}

function hasText<K extends string>(value: object, key: K): value is Record<K, string> {
  return typeof (value as Record<string, unknown>)[key] === 'string'
}
