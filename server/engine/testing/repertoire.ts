/**
 * Questions of every kind, and a solver's answers as text with models and reasons. The fixed order allows comparisons
 * across histories and processes.
 */

import { Meter } from '../core/meter'
import { type Completion, FALSE, NONE, TRUE } from '../core/value'
import { type SolverBudget, SolverMemoryExceededError } from '../solver/solver'
import type { Z3Solver } from '../solver/z3-solver'
import { AMPLE_BUDGET, bindByName, type Claims, compileText, completionByName } from './ask'

interface RepertoireEntry {
  readonly text: string
  readonly claims: Claims
  readonly budget: SolverBudget
}

const DECLARATIONS = `
  declare a as boolean; declare b as boolean; declare x as numeric; declare y as numeric; declare z as numeric;
  declare level as enum ["low", "mid", "high"]; declare kind as enum {"p", "q"};
`

const EXPRESSIONS: readonly (readonly [expression: string, claims: Claims])[] = [
  ['And(x > 2, Or(a, y < 3), level != "low")', {}],
  ['Implies(x > 75, And(a, kind == "q"))', { x: 100 }],
  ['x + 2 * y - z / 3 == 7.25', {}],
  ['And(x + y > z, y + z > x, z + x > y, x * y * z == 60)', {}],
  ['x * x == 2', {}],
  ['And(x * x > 2, x < 1.4143, x > 0)', {}],
  ['And(x % 7 == 3, x % 5 == 2, x > 0, x < 100)', {}],
  ['x / y > y / x', {}],
  ['AtLeast(2, m in {a, b, x > y, level == "mid"}, m)', {}],
  ['CASE level OF "low": x > 1, "mid": y / x > 2, DEFAULT: kind == "q" END', {}],
]

/** Three questions that exceed a budget in different ways. */
const SPENT: readonly RepertoireEntry[] = [
  { text: assertionText('And(x * x * y == y * y * z + 3, x * z * z > y + 0.1)'), claims: {}, budget: stepBudget(50) },
  { text: pigeonholeRules(8), claims: {}, budget: stepBudget(10_000) },
  { text: pigeonholeRules(9), claims: {}, budget: { solver_steps: 4_000_000, solver_memory_mb: 2 } },
]

export const REPERTOIRE: readonly RepertoireEntry[] = [
  ...EXPRESSIONS.map(([expression, claims]) => ({ text: assertionText(expression), claims, budget: AMPLE_BUDGET })),
  ...SPENT,
]

/** Includes models. */
export function answerEntry(solver: Z3Solver, { text, claims, budget }: RepertoireEntry): string {
  const ruleset = compileText(text)
  const inquiry = solver.inquire(ruleset, 0, bindByName(ruleset, claims), budget, new Meter(0))
  const show = (completion: Completion) => completionByName(ruleset, completion)
  const attempt = (ask: () => object) => {
    try {
      return ask()
    } catch (error) {
      if (error instanceof SolverMemoryExceededError) return `more than ${error.limit} MB`
      throw error
    }
  }
  const finds = [TRUE, FALSE, NONE].map((wanted) =>
    attempt(() => {
      const search = inquiry.find(wanted)
      return search.status === 'found' ? show(search.completion) : search
    }),
  )
  const pairs = [0, 2].map((input) =>
    attempt(() => {
      const search = inquiry.findPair(input)
      return search.status === 'found' ? [show(search.first), show(search.second)] : search
    }),
  )
  return JSON.stringify([finds, pairs])
}

function assertionText(expression: string): string {
  return `${DECLARATIONS} assert it { ${expression} };`
}

function stepBudget(solver_steps: number): SolverBudget {
  return { solver_steps, solver_memory_mb: 256 }
}

/** One pigeon more than holes: unsatisfiable, and slow to prove for Z3. */
export function pigeonholeRules(holes: number): string {
  const sits = (pigeon: number, hole: number) => `p${pigeon}h${hole}`
  const pigeons = Array.from({ length: holes + 1 }, (_, i) => i)
  const holeNumbers = Array.from({ length: holes }, (_, i) => i)
  const declared = pigeons.flatMap((pigeon) => holeNumbers.map((hole) => `declare ${sits(pigeon, hole)} as boolean;`))
  const housed = pigeons.map((pigeon) => `Or(${holeNumbers.map((hole) => sits(pigeon, hole)).join()})`)
  const alone = holeNumbers.map((hole) => `AtMost(1, p in {${pigeons.map((pigeon) => sits(pigeon, hole)).join()}}, p)`)
  return `${declared.join('\n')} assert it { And(${[...housed, ...alone].join()}) };`
}
