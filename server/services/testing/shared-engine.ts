/**
 * The engine of all suites that one process of the tests runs: its threads compile Z3 once, and not once for each file.
 *
 * Promises: it has the default budgets and one solver. It ends with the process. Trusts that what an engine answers
 * depends on the question alone, which server/engine/solver/determinism.test.ts holds.
 */
import { DEFAULT_BUDGETS } from '../../config/budgets'
import { createEngine, type Engine } from '../engine-pool/start-engine'

/** Composed here for the tests, as bootstrap composes it for a server; the modules of a process are loaded once. */
let engine: Engine | null = null

export function sharedEngine(): Engine {
  engine ??= createEngine({
    solverWorkers: 1,
    solverWaitMs: 60_000,
    limits: DEFAULT_BUDGETS,
    mode: 'tiers',
    clock: { now: () => performance.now(), after },
  })
  return engine
}

function after(milliseconds: number, call: () => void): () => void {
  const timer = setTimeout(call, milliseconds)
  return () => clearTimeout(timer)
}
