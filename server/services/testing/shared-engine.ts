/**
 * One engine for all suites of a test process, so that Z3 is compiled once. Answers depend only on the question
 * (server/engine/solver/determinism.test.ts).
 */
import { DEFAULT_BUDGETS } from '../../config/budgets'
import { createEngine, type Engine } from '../engine-pool/start-engine'

/** There is one for each process, because a process loads this module once. */
let engine: Engine | null = null

export function getSharedEngine(): Engine {
  engine ??= createEngine({
    solverWorkers: 1,
    solverWaitMs: 60_000,
    limits: DEFAULT_BUDGETS,
    mode: 'tiers',
    clock: { now: () => performance.now(), after: callAfter },
  })
  return engine
}

function callAfter(milliseconds: number, call: () => void): () => void {
  const timer = setTimeout(call, milliseconds)
  return () => clearTimeout(timer)
}
