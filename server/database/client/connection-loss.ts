/**
 * Distinguishes an error of the connection or of the database server from an error of the query.
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

/** Whether `error` says that the database was unavailable, and not that the query was wrong. */
export function isConnectionLoss(error: unknown): boolean {
  for (const { codes, kind, message } of errorChain(error)) {
    if (codes.some((code) => PASSING_CODES.has(code) || isPassingState(code))) return true
    if (kind !== null && PASSING_KINDS.has(kind)) return true
    if (message !== null && PASSING_MESSAGES.test(message)) return true
  }
  return false
}

/** What one error of a chain of causes says. */
export interface ErrorLink {
  /** SQLSTATEs, codes of the system and codes of Prisma. */
  readonly codes: readonly string[]
  readonly kind: string | null
  readonly message: string | null
}

/** An error and the errors inside it, the outermost first. */
export function* errorChain(error: unknown): Generator<ErrorLink> {
  for (let at: unknown = error; at instanceof Object; at = innerError(at)) {
    const codes = ['code', 'originalCode'].flatMap((key) => (at instanceof Object ? (textOf(at, key) ?? []) : []))
    yield { codes, kind: textOf(at, 'kind'), message: textOf(at, 'message') }
  }
}

/** Prisma holds the driver's error in `meta.driverAdapterError`, and that one holds the database's in `cause`. */
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

function textOf(value: object, key: string): string | null {
  const text = (value as Record<string, unknown>)[key]
  return typeof text === 'string' ? text : null
}
