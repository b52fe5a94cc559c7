/**
 * Compares the three tiers with asking the solver for everything, if a share of the claims is unknown, with relevance
 * and counterexamples. Both must first give the same bytes.
 */

import { compileZ3 } from '../../engine/solver/z3-module'
import { Z3Solver } from '../../engine/solver/z3-solver'
import { interleave, row } from './interleave'
import { makeInput, random, touchstoneSource } from './subject'
import { asClaims, compileBench, wholeCheck } from './touchstone'

/**
 * @param share share of unknown claims
 * @returns the ratio of the tiers to the solver
 * @throws Error if the two give different bytes
 */
export async function benchUnknowns(share: number, rounds: number): Promise<number> {
  const checkable = compileBench(touchstoneSource(1))
  const solver = new Z3Solver(compileZ3())
  const next = random(13)
  const dictionaries = Array.from({ length: 40 }, () =>
    Object.fromEntries(
      Object.entries(asClaims(makeInput(1, next))).map(([name, value]) => [name, next() < share ? null : value]),
    ),
  )
  let differing = 0
  for (const claims of dictionaries)
    if (wholeCheck(checkable, claims, solver, 'tiers') !== wholeCheck(checkable, claims, solver, 'solver-only'))
      differing++
  if (differing > 0)
    throw new Error(`${differing} of ${dictionaries.length} dictionaries are answered differently by the solver alone`)
  const pass = (mode: 'tiers' | 'solver-only', times: number) => async () => {
    const began = process.hrtime.bigint()
    for (let time = 0; time < times; time++)
      for (const claims of dictionaries) wholeCheck(checkable, claims, solver, mode)
    return { operations: times * dictionaries.length, nanoseconds: Number(process.hrtime.bigint() - began) }
  }
  const measured = await interleave(
    [
      { name: 'touchstone, three tiers', measure: pass('tiers', 10) },
      { name: 'touchstone, all by Z3', measure: pass('solver-only', 1) },
    ],
    rounds,
    1,
  )
  console.log(
    `\n12 assertions with ${Math.round(share * 100)} % of the claims unknown (median of ${rounds} interleaved rounds, equal bytes)`,
  )
  for (const { name, median, ratio } of measured) console.log(row(name, median, `${ratio.toFixed(1)} x`))
  const ratio = 1 / measured[1]!.ratio
  console.log(`  tiers / all by Z3: ${ratio.toFixed(4)}`)
  return ratio
}
