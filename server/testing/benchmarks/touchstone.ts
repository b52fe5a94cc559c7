import { createHash } from 'node:crypto'
import { DEFAULT_BUDGETS } from '../../config/budgets'
import { type CheckableRuleset, checkCompiled, inBytes } from '../../engine/batch/check-compiled'
import { Meter } from '../../engine/core/meter'
import { decideAll } from '../../engine/decide/decide'
import type { Solver } from '../../engine/solver/solver'
import { JsonNumber, writeJson } from '../../language/numeric/lossless-json'
import { normaliseSource } from '../../language/text/line-index'
import { compileOrRefuse } from '../../services/engine-pool/run-job'
import { type Input, type MakePeer, touchstoneSource } from './subject'

export const BENCH_LIMITS = {
  ...DEFAULT_BUDGETS,
  claims: 20_000,
  assertions: 20_000,
  source_bytes: 10_000_000,
  expression_nodes: 1_000_000,
}

export function compileBench(source: string): CheckableRuleset {
  const text = normaliseSource(source)
  const hash = createHash('sha256').update(text).digest('hex')
  return compileOrRefuse({ source: text, hash }, { hash: null, converters: [] }, BENCH_LIMITS)
}

/** Returns values like the lossless reader. */
export function asClaims(input: Input): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      typeof value === 'number' ? new JsonNumber(String(value)) : value,
    ]),
  )
}

export function claimsText(claims: Readonly<Record<string, unknown>>): string {
  return writeJson(claims)
}

export const makeTouchstone: MakePeer = (groups) => {
  const { compiled } = compileBench(touchstoneSource(groups))
  return {
    name: 'touchstone',
    load: (input) => () => {
      const binding = compiled.binder.bind(input)
      if (!binding.ok) throw new Error('a benchmark input was rejected')
      const meter = new Meter(BENCH_LIMITS.evaluation_steps)
      const results = decideAll(compiled.program, binding.known, binding.unbridged, {
        solver: null,
        mode: 'tiers',
        budget: BENCH_LIMITS,
        meter,
      })
      if (results === 'needs solver') throw new Error('a benchmark input needs a solver')
      return results.map((result) => result.check === 'TRUE')
    },
  }
}

/** The whole check: validate, bind, decide, canonical bytes. */
export function wholeCheck(
  checkable: CheckableRuleset,
  claims: Readonly<Record<string, unknown>>,
  solver: Solver | null,
  mode: 'tiers' | 'solver-only',
): string {
  const bytes = checkCompiled(
    checkable,
    claims,
    {
      solver,
      mode,
      meter: new Meter(BENCH_LIMITS.evaluation_steps),
      limits: BENCH_LIMITS,
    },
    inBytes,
  )
  if (bytes === null) throw new Error('a solver is needed and none was given')
  return bytes
}
