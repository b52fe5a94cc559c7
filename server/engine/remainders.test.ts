/**
 * Rules with `%`, with a known or an unknown divisor. They are generated, decided in both modes, and compared with the
 * reference on a grid of completions.
 */
import { afterAll, expect, it } from 'vitest'
import { isRational, parseNumeral } from '../language/numeric/numeral'
import { fromInteger, type Rational, smallRatio } from '../language/numeric/rational'
import { repetitions } from '../testing/repetitions'
import { Meter } from './core/meter'
import type { Known } from './core/value'
import { type AssertionResult, copyResult } from './decide/assertion-result'
import { decideAssertion } from './decide/decide'
import type { Program } from './evaluate/program'
import { startSolver } from './testing/ask'
import { knownByName, openText } from './testing/open-text'
import { seededRandom } from './testing/random-rules'
import { referenceOutcome } from './testing/reference'

const RULES = Number(process.env.FORMULAS ?? repetitions(500))
/** With an unknown divisor the solver-only mode takes long. */
const DIVISORS_UNKNOWN = Math.ceil(RULES / 4)
const BUDGET = { solver_steps: 200_000, solver_memory_mb: 256 }
const MODES = ['tiers', 'solver-only'] as const
const OPERATORS = ['<', '<=', '>', '>=']
const DECLARED = 'declare x as numeric; declare y as numeric; declare z as numeric;'

/** Quarters from -20 to 20, and two numbers beyond every constant. */
const GRID: readonly Rational[] = [
  ...Array.from({ length: 161 }, (_, i) => smallRatio(i - 80, 4)),
  fromInteger(-997),
  fromInteger(997),
]

const solver = startSolver()
const undecided = { tiers: 0, 'solver-only': 0 }

interface Rule {
  readonly program: Program
  readonly known: Known
}

function rule(condition: string, policy: string, claims: Readonly<Record<string, string>>): Rule {
  const program = openText(`${DECLARED} assert it [${policy}] { ${condition} };`)
  return { program, known: knownByName(program.ruleset, claims) }
}

function pick<Item>(random: () => number, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)]!
}

/** A rule over a known `y` and an unknown `x`; at least one is an operand of `%`. */
function divisorKnown(random: () => number): Rule {
  const divisor = () => pick(random, ['7', '12', '1', '0.5', '-3', '2.5', '30'])
  const constant = () => pick(random, ['0', '1', '3', '10', '0.25', '-4'])
  const ofKnown = [
    () => `y % ${divisor()}`,
    () => `(y + ${constant()}) % ${divisor()} - ${constant()}`,
    () => `(y - y % ${divisor()}) / ${pick(random, ['2', '7', '12'])}`,
    () => `If(y % ${divisor()} > ${constant()}, ${constant()}, y % ${divisor()})`,
  ]
  const ofUnknown = [() => 'x', () => `x % ${divisor()}`, () => `(x + y) % ${divisor()}`, () => `x - x % ${divisor()}`]
  const left = `${pick(random, ofUnknown)()} + ${constant()}`
  const sides = [left, pick(random, ofKnown)()]
  const [first, second] = random() < 0.5 ? sides : sides.reverse()
  const y = pick(random, ['10', '-5', '0', '3.75', '365', '22/7'])
  return rule(`${first} ${pick(random, OPERATORS)} ${second}`, 'pessimistic', { y })
}

function divisorUnknown(random: () => number): Rule {
  const side = () => pick(random, ['y', 'x', '0', '1', '3', '-2', 'y - 1'])
  const dividend = pick(random, ['x', 'x + 1', '10', 'x * 2'])
  const claims: Record<string, string> = random() < 0.7 ? { x: pick(random, ['10', '7', '-3', '0.5']) } : {}
  const condition = `${dividend} % ${pick(random, ['y', 'y + 1', '2 * y'])} ${pick(random, OPERATORS)} ${side()}`
  return rule(condition, pick(random, ['neutral', 'pessimistic', 'optimistic']), claims)
}

function decide({ program, known: values }: Rule, mode: (typeof MODES)[number]): AssertionResult {
  const result = decideAssertion(program, 0, values, { solver, budget: BUDGET, meter: new Meter(1e8), mode })
  if (result === 'needs solver') throw new Error('the solver at hand was not asked')
  return copyResult(result)
}

/** Truth values of the rule over the grid; null means no value. */
function outcomesOnGrid({ program: { ruleset }, known: values }: Rule): ReadonlySet<boolean | null> {
  const open = ruleset.assertions[0]!.reads.filter((input) => values[input] === null)
  let completions: Known[] = [values]
  for (const input of open) {
    const grid = open.length === 1 ? GRID : GRID.filter((_, i) => i % 10 === 0)
    completions = completions.flatMap((completion) =>
      grid.map((value) => completion.map((own, i) => (i === input ? value : own))),
    )
  }
  return new Set(completions.map((completion) => referenceOutcome(ruleset, 0, completion)))
}

function falsifies({ program: { ruleset } }: Rule, counterexample: string): boolean {
  const values = ruleset.inputs.map(({ name }) => {
    const literal = new RegExp(`\\b${name} = ([^\\s,]+)`).exec(counterexample)?.[1]
    const number = literal === undefined ? null : parseNumeral(literal, 1_000)
    return number !== null && isRational(number) ? number : null
  })
  return referenceOutcome(ruleset, 0, values) === false
}

it('rules with a known divisor are decided, and a pessimistic rule is FALSE if some completion is', {
  tags: ['repeated'],
  timeout: RULES * 1_000,
}, () => {
  const random = seededRandom(61)
  for (let i = 0; i < RULES; i++) {
    const subject = divisorKnown(random)
    const { source } = subject.program.ruleset.assertions[0]!
    const grid = outcomesOnGrid(subject)
    const answers = MODES.map((mode) => decide(subject, mode))
    expect([source, answers[1]]).toEqual([source, answers[0]])
    const { check, reasonUnknown, counterexample } = answers[0]!
    expect(reasonUnknown ?? '').not.toMatch(/not decided|may depend/i)
    if (grid.has(false)) expect([source, check]).toEqual([source, 'FALSE'])
    if (check === 'FALSE') expect([source, falsifies(subject, counterexample!)]).toEqual([source, true])
  }
})

it.each(OPERATORS)('a deadline that follows from a known date in many steps is decided: %s', (operator) => {
  const steps = Array.from({ length: 8 }, (_, i) => {
    const [before, by] = [i === 0 ? 'y' : `step_${i - 1}`, [7, 30, 365, 12][i % 4]]
    return `let step_${i} = (${before} - ${before} % ${by}) / ${by} * 31 + ${before} % ${by} + If(${before} % 4 == 0, 29, 28);`
  })
  const text = `${DECLARED} ${steps.join('\n')} assert in_time [pessimistic] { x ${operator} step_7 };`
  const program = openText(text)
  const subject = { program, known: knownByName(program.ruleset, { y: '20484' }) }
  const answers = MODES.map((mode) => decide(subject, mode))
  expect(answers[1]).toEqual(answers[0])
  expect(answers[0]).toMatchObject({ check: 'FALSE', reasonUnknown: expect.stringMatching(/policy, not proved/) })
  expect(falsifies(subject, answers[0]!.counterexample!)).toBe(true)
})

it('rules with an unknown divisor are never answered wrongly', {
  tags: ['repeated'],
  timeout: DIVISORS_UNKNOWN * 1_000,
}, () => {
  const random = seededRandom(62)
  for (let i = 0; i < DIVISORS_UNKNOWN; i++) {
    const subject = divisorUnknown(random)
    const { source, policy } = subject.program.ruleset.assertions[0]!
    const grid = outcomesOnGrid(subject)
    for (const mode of MODES) {
      const { check, reasonUnknown, counterexample } = decide(subject, mode)
      if (/not decided|may depend/i.test(reasonUnknown ?? '')) undecided[mode]++
      if (check === 'FALSE') expect([source, falsifies(subject, counterexample!)]).toEqual([source, true])
      if (check === 'FALSE' && reasonUnknown === null) expect([source, ...grid]).toEqual([source, false])
      if (check === 'TRUE' && reasonUnknown === null) expect([source, ...grid]).toEqual([source, true])
      if (check === 'TRUE' && reasonUnknown !== null) expect([source, policy]).toEqual([source, 'optimistic'])
    }
  }
})

afterAll(() => console.info(`undecided of ${DIVISORS_UNKNOWN} rules with an unknown divisor`, undecided))
