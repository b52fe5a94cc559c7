/**
 * Recognises errors after which a retry may succeed: those of node-postgres and Prisma 7 when a server was killed under
 * load.
 */

/** Shutdown, crash, startup; too many connections; lost conflicts. */
const PASSING_STATES = new Set(['57P01', '57P02', '57P03', '53300', '40001', '40P01'])

const PASSING_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'],
  // Unreachable, timeout, closed; transaction not started or ended; write conflict.
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2028', 'P2034'],
])

const PASSING_KINDS = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
  'TransactionWriteConflict',
])

/** Errors of node-postgres without a code. */
const PASSING_MESSAGES =
  /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|Query read timeout/

export function isConnectionLoss(error: unknown): boolean {
  for (const { codes, kind, message } of errorChain(error)) {
    if (codes.some((code) => PASSING_CODES.has(code) || isPassingState(code))) return true
    if (kind !== null && PASSING_KINDS.has(kind)) return true
    if (message !== null && PASSING_MESSAGES.test(message)) return true
  }
  return false
}

export interface ErrorLink {
  /** SQLSTATEs, and codes of the system and Prisma. */
  readonly codes: readonly string[]
  readonly kind: string | null
  readonly message: string | null
}

/** Outermost first. */
export function* errorChain(error: unknown): Generator<ErrorLink> {
  for (let at: unknown = error; at instanceof Object; at = innerError(at)) {
    const codes = ['code', 'originalCode'].flatMap((key) => (at instanceof Object ? (textOf(at, key) ?? []) : []))
    yield { codes, kind: textOf(at, 'kind'), message: textOf(at, 'message') }
  }
}

/** Prisma puts the driver's error into `meta.driverAdapterError`, and the database's into its `cause`. */
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
