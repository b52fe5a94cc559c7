/**
 * Compares two revisions of 120 and of 1,200 assertions with two changes, against compiling both texts, and against
 * asking Z3 about each assertion. Percentiles show other load on the machine; if it matters, raise the priority of the
 * run.
 */
import { Meter } from '../../engine/core/meter'
import { TRUE } from '../../engine/core/value'
import { compileZ3 } from '../../engine/solver/z3-module'
import { Z3Solver } from '../../engine/solver/z3-solver'
import { builtInLibrary } from '../../language/units/unit-library'
import { type ComparedRuleset, compareRulesets } from '../../meaning/comparison/comparison'
import { joinRulesets } from '../../meaning/comparison/joined-rulesets'
import { difference } from '../../meaning/condition'
import type { AskTools } from '../../meaning/find-witness'
import { questionRuleset } from '../../meaning/question-ruleset'
import { median } from './interleave'
import { GROUP, touchstoneSource } from './subject'
import { compileBench } from './touchstone'

const LIBRARY = builtInLibrary()
const BUDGET = { solver_steps: 200_000, solver_memory_mb: 256 }

function revised(text: string): string {
  return text
    .replace('amount_0 < 5000', 'amount_0 < 5001')
    .replace('Or(amount_1 <= 2500, level_1 >= "manager")', 'Or(level_1 >= "manager", amount_1 <= 2500)')
}

function compiled(text: string): ComparedRuleset {
  const { compiled: one } = compileBench(text)
  if (one.program.roots.length === 0 || one.binder === null) throw new Error('the policy of the benchmark is empty')
  return { ruleset: one.ruleset, library: LIBRARY, unitLibraryHash: null }
}

function tools(solver: Z3Solver): AskTools {
  return { solver, mode: 'tiers', budget: BUDGET, meter: new Meter(50_000_000, 50_000_000) }
}

function askEach(solver: Z3Solver, before: ComparedRuleset, after: ComparedRuleset): number {
  const joined = joinRulesets(before.ruleset, after.ruleset, LIBRARY)
  const known = joined.space.inputs.map(() => null)
  let differing = 0
  for (const index of after.ruleset.assertions.keys()) {
    const condition = difference(joined.before.condition(index), joined.after.condition(index))
    const ruleset = questionRuleset(joined.space, condition)
    const inquiry = solver.inquire(ruleset, 0, known, BUDGET, new Meter(0))
    if (inquiry.find(TRUE).status === 'found') differing++
  }
  return differing
}

function timed<Result>(run: () => Result, times: number[]): Result {
  const began = performance.now()
  const result = run()
  times.push(performance.now() - began)
  return result
}

function percentile95(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))]!
}

/** The first rounds warm up. Many comparisons follow one compilation, because the first one collects its garbage. */
const ROUNDS = 20
const WARM = 30
const COMPARISONS = 40

/**
 * Prints ratios.
 * @param afreshRounds rounds for the few assertions; the many are asked once
 * @throws Error if a comparison does not find exactly the changes
 */
export async function benchComparison(afreshRounds: number): Promise<void> {
  const solver = new Z3Solver(compileZ3())
  solver.warm()
  console.log(`\nComparing two revisions, two assertions changed (${ROUNDS} interleaved rounds)`)
  const sizes = [measured(10, solver), measured(100, solver)]
  // Runs last, because collecting the solver's garbage would disturb other measurements.
  for (const [index, size] of sizes.entries()) {
    const { groups, compare, compile } = size
    const each = median(askedAfresh(size, solver, index === 0 ? afreshRounds : 1))
    const [p95, both] = [percentile95(compare), median(compile)]
    console.log(`  ${groups * GROUP} assertions`)
    console.log(`    compile both texts, ready to check${both.toFixed(2).padStart(9)} ms`)
    console.log(
      `    compare, median                   ${median(compare).toFixed(2).padStart(9)} ms   ${(median(compare) / both).toFixed(3)} x`,
    )
    console.log(`    compare, 95th percentile          ${p95.toFixed(2).padStart(9)} ms   ${(p95 / both).toFixed(3)} x`)
    console.log(
      `    ask Z3 afresh for each assertion  ${each.toFixed(0).padStart(9)} ms   the comparison takes ${(p95 / each).toFixed(4)} of it`,
    )
  }
}

interface Size {
  readonly groups: number
  readonly before: ComparedRuleset
  readonly after: ComparedRuleset
  /** Milliseconds, like `compile`. */
  readonly compare: readonly number[]
  readonly compile: readonly number[]
}

function measured(groups: number, solver: Z3Solver): Size {
  const text = touchstoneSource(groups)
  const [before, after] = [compiled(text), compiled(revised(text))]
  const compare: number[] = []
  const compile: number[] = []
  for (let round = 0; round < WARM + ROUNDS; round++) {
    if (round === WARM) for (const times of [compare, compile]) times.length = 0
    timed(() => [compiled(text), compiled(revised(text))], compile)
    for (let i = 0; i < COMPARISONS; i++) {
      const { pairs } = timed(() => compareRulesets(before, after, tools(solver)), compare)
      const changed = pairs.filter(({ verdict }) => verdict !== 'same')
      const questioned = pairs.filter(({ proof }) => proof === 'question')
      if (changed.length !== 1 || questioned.length !== 1) throw new Error('the comparison did not find the changes')
    }
  }
  return { groups, before, after, compare, compile }
}

function askedAfresh({ before, after }: Size, solver: Z3Solver, rounds: number): readonly number[] {
  const times: number[] = []
  for (let round = 0; round < rounds; round++)
    if (timed(() => askEach(solver, before, after), times) !== 1) throw new Error('the solver did not find the change')
  return times
}
