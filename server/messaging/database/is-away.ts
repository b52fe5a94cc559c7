/** Tells that the database was away from a statement that was wrong. */
import pg from 'pg'

/** SQLSTATE: shutting down, crashed, starting up; too many connections; lost against another transaction; read-only standby. */
const PASSING = /^(57P0[123]|53300|40001|40P01|25006|08...)$/

/** Whether the same call may succeed later. What the database itself did not answer came from the way to it. */
export function isAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return PASSING.test(error.code ?? '')
  return error instanceof Error && !(error instanceof TypeError || error instanceof RangeError)
}
