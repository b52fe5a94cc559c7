/**
 * Rules about remainders of sums and products with constant factors. They are generated, decided in both modes, and
 * compared with the reference on a grid of rational completions.
 */
import { afterAll, expect, it } from 'vitest'
import { fromInteger, type Rational, smallRatio } from '../language/numeric/rational'
import { repetitions } from '../testing/repetitions'
import { Meter } from './core/meter'
import { copyResult } from './decide/assertion-result'
import { decideAssertion } from './decide/decide'
import { startSolver } from './testing/ask'
import { openText } from './testing/open-text'
import { type Random, seededRandom } from './testing/random-rules'
import { referenceOutcome } from './testing/reference'

const RULES = Number(process.env.FORMULAS ?? repetitions(400))
const BUDGET = { solver_steps: 20_000, solver_memory_mb: 256 }
const GRID: readonly Rational[] = [
  ...Array.from({ length: 33 }, (_, index) => smallRatio(index - 16, 4)),
  smallRatio(1, 3),
  smallRatio(-22, 7),
  fromInteger(60),
]
const DECLARED = 'declare n as numeric; declare m as numeric;'
const GUARD = 'And(n % 1 == 0, m % 1 == 0)'

const solver = startSolver()
const seen = { TRUE: 0, FALSE: 0, UNKNOWN: 0, AMBIGUOUS: 0, undecided: 0 }

function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)]!
}

/** A sum of `n`, `m` and their product with these factors, written in one of several ways. */
function sumOf(random: Random, factor: () => number | string, constant: number | string): string {
  const [one, other, both] = [factor(), factor(), factor()]
  return pick(random, [
    `(${one} * n + ${other} * m + ${constant})`,
    `(${constant} - n * ${one} - (${other} * m))`,
    `(${one} * (n - m) + ${constant})`,
    `(${both} * n * m + ${one} * n + ${constant})`,
    `(${one} * If(n > m, n, m) + ${constant})`,
    `((${one} * n + ${other} * m) / 2 * 2 + ${constant})`,
    `(n * (${one} * m + ${both}) + ${constant})`,
  ])
}

/** Any factors, divisors and guards, so the rule may hold or not. */
function anyRule(random: Random): string {
  const divisor = pick(random, ['1', '2', '3', '-2', '0.5', '2.5', '12'])
  const factor = () => pick(random, [1, 2, 3, -2, 4, 6, 12, '0.5', '2.5'])
  const left = `${sumOf(random, factor, pick(random, [0, 1, -1, '0.5']))} % ${divisor}`
  const right = pick(random, ['0', '1', '0.5', '-1', `m % ${divisor}`])
  const test = `${left} ${pick(random, ['==', '!=', '<', '>='])} ${right}`
  return pick(random, [test, `Implies(${GUARD}, ${test})`, `Implies(n % 1 == 0, ${test})`, `And(${GUARD}, ${test})`])
}

/** Every factor is a whole multiple of the divisor, so the remainder is that of the constant. */
function provedRule(random: Random): string {
  const divisor = pick(random, [1, 2, 3, 5, 12])
  const factor = () => divisor * pick(random, [1, 2, -1, 3])
  const constant = pick(random, [0, 1, 7, -3])
  const remainder = ((constant % divisor) + divisor) % divisor
  return `Implies(${GUARD}, ${sumOf(random, factor, constant)} % ${divisor} == ${remainder})`
}

function compare(condition: string): string {
  const program = openText(`${DECLARED} assert it { ${condition} };`)
  const { ruleset } = program
  const open = ruleset.inputs.map(() => null)
  const outcomes = new Set(GRID.flatMap((n) => GRID.map((m) => referenceOutcome(ruleset, 0, [n, m]))))
  const [byTiers, bySolver] = (['tiers', 'solver-only'] as const).map((mode) => {
    const result = decideAssertion(program, 0, open, { solver, budget: BUDGET, meter: new Meter(1e8), mode })
    if (result === 'needs solver') throw new Error('the solver at hand was not asked')
    const { check, reasonUnknown } = copyResult(result)
    if (check === 'TRUE' || check === 'FALSE') expect([condition, ...outcomes]).toEqual([condition, check === 'TRUE'])
    const isUndecided = /not decided|may depend/i.test(reasonUnknown ?? '')
    seen[isUndecided ? 'undecided' : check]++
    return { check, isUndecided }
  })
  if (!byTiers!.isUndecided && !bySolver!.isUndecided)
    expect([condition, bySolver!.check]).toEqual([condition, byTiers!.check])
  return byTiers!.check
}

it('no answer contradicts the completions', { tags: ['repeated'], timeout: RULES * 4_000 }, () => {
  const random = seededRandom(64)
  for (let index = 0; index < RULES; index++) compare(anyRule(random))
})

it('rules in which every factor is a whole multiple of the divisor are proved', {
  tags: ['repeated'],
  timeout: RULES * 4_000,
}, () => {
  const random = seededRandom(65)
  for (let index = 0; index < RULES; index++) {
    const condition = provedRule(random)
    expect([condition, compare(condition)]).toEqual([condition, 'TRUE'])
  }
})

afterAll(() => console.info('answers in two modes', seen))
