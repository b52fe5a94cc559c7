import { createHash } from 'node:crypto'
import { DEFAULT_BUDGETS } from '../../config/budgets'
import { type CheckableRuleset, checkCompiled, inBytes } from '../../engine/batch/check-compiled'
import type { Bound } from '../../engine/claims/binding'
import { Meter } from '../../engine/core/meter'
import type { AssertionResult } from '../../engine/decide/assertion-result'
import { decideAll } from '../../engine/decide/decide'
import type { Program } from '../../engine/evaluate/program'
import type { Solver } from '../../engine/solver/solver'
import { writeJson } from '../../language/numeric/lossless-json'
import { normaliseSource } from '../../language/text/line-index'
import { parseClaimsText } from '../../services/engine-pool/engine-job'
import { compileOrRefuse } from '../../services/engine-pool/run-job'
import { type Input, type Peer, touchstoneSource } from './subject'

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

/** The dictionary that a request with this input is read as. */
export function asClaims(input: Input): Readonly<Record<string, unknown>> {
  return parseClaimsText(JSON.stringify(input))
}

export function claimsText(claims: Readonly<Record<string, unknown>>): string {
  return writeJson(claims)
}

/** Binds a dictionary as the reader of JSON returns it, and decides. */
export function makeTouchstone(groups: number, version: '1.3' | '1.4' = '1.3'): Peer {
  const { compiled } = compileBench(touchstoneSource(groups, version))
  return {
    name: `touchstone, language ${version}`,
    load: (input) => {
      const claims = asClaims(input)
      return () => decided(compiled, claims)
    },
  }
}

function decided({ binder, program }: CheckableRuleset['compiled'], claims: Readonly<Record<string, unknown>>) {
  const binding = binder.bind(claims)
  if (!binding.ok) throw new Error('a benchmark input was rejected')
  return decideBenchBound(program, binding).map((result) => result.check === 'TRUE')
}

export function decideBenchBound(program: Program, { known, unbridged }: Bound): readonly AssertionResult[] {
  const meter = new Meter(BENCH_LIMITS.evaluation_steps)
  const results = decideAll(program, known, unbridged, { solver: null, mode: 'tiers', budget: BENCH_LIMITS, meter })
  if (results === 'needs solver') throw new Error('a benchmark input needs a solver')
  return results
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
