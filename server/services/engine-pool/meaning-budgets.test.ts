/** Questions about meaning at the end of a budget, or for hundreds of assertions. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { DEFAULT_BUDGETS } from '../../config/budgets'
import { startSolver } from '../../engine/testing/ask'
import type { MeaningQuestion, RulesetUnder } from './engine-job'
import { JobRunner } from './run-job'

const NOT_DECIDED = path.join(import.meta.dirname, '../../testing/golden/comparison/not-decided')
const solver = startSolver()
const runner = new JobRunner({ solver: () => solver })

function under(source: string): RulesetUnder {
  const hash = createHash('sha256').update(source).digest('hex')
  return { ruleset: { hash, source }, library: { hash: null, converters: [] } }
}

function ask(question: MeaningQuestion, limits: Partial<typeof DEFAULT_BUDGETS> = {}) {
  return runner.run({ kind: 'meaning', question, limits: { ...DEFAULT_BUDGETS, ...limits }, mode: 'tiers' })
}

/** Distinct budgets of the open questions. */
function openIn(answer: ReturnType<typeof ask>): readonly string[] {
  if (answer.status !== 'compiled') throw new Error(JSON.stringify(answer))
  const open = JSON.parse(answer.members.open!) as readonly { readonly budget: string }[]
  return [...new Set(open.map(({ budget }) => budget))]
}

/** Each assertion reads two claims. */
function assertions(count: number, bound = 100): string {
  const numbers = Array.from({ length: count }, (_, index) => index)
  return [
    ...numbers.map((index) => `declare n${index} as numeric;\n`),
    ...numbers.map((index) => `assert a${index} { n${index} + n${(index * 7 + 1) % count} <= ${bound} };\n`),
  ].join('')
}

const claims = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, 90])))
const explanation = (count: number, assertion: string | null): MeaningQuestion => ({
  kind: 'explanation',
  ...{ of: under(assertions(count)), claims: claims(count), assertion, fixed: [] },
})
const comparison = (before: string, after: string): MeaningQuestion => ({
  kind: 'comparison',
  ...{ before: under(before), after: under(after), pairs: [] },
})

it('leaves questions open when the evaluation steps end, and answers the rest', () => {
  const of = under(assertions(12))
  const few = { evaluation_steps: 3_000 }
  expect(openIn(ask({ kind: 'analysis', of }, few))).toEqual(['evaluation_steps'])
  expect(openIn(ask({ kind: 'coverage', of, cases: [] }, few))).toEqual(['evaluation_steps'])
  expect(openIn(ask(comparison(assertions(12), assertions(12, 101)), { evaluation_steps: 1_500 }))).toEqual([
    'evaluation_steps',
  ])
})

it('gives later questions a share of the solver steps after three that used up theirs', { tags: ['nightly'] }, () => {
  const policy = path.join(import.meta.dirname, '../../testing/golden/policies/uk-redundancy-pay/ruleset.tsr')
  const of = under(readFileSync(policy, 'utf8'))
  // More than 30 of its questions use up their steps.
  const total = { solver_steps_total: 8 * DEFAULT_BUDGETS.solver_steps }
  expect(openIn(ask({ kind: 'analysis', of }, total))).toEqual(['solver_steps'])
})

it('refuses to explain all assertions beyond the evaluation steps and says what to do', () => {
  expect(ask(explanation(12, null), { evaluation_steps: 30 })).toMatchObject({
    status: 'refused',
    refusal: {
      code: 'BUDGET_EXCEEDED',
      message: 'To explain all assertions needs more than 30 evaluation steps. Name one of them in `assertion`.',
    },
  })
})

it('leaves open what would make later assertions hold when the evaluation steps end', () => {
  const answer = ask(explanation(12, null), { evaluation_steps: 3_000 })
  expect(openIn(answer)).toEqual(['evaluation_steps', 'questions'])
  if (answer.status !== 'compiled') throw new Error('refused')
  const assertions = JSON.parse(answer.members.assertions!)
  expect(assertions[0]).toMatchObject({ would_hold_if: [{}, {}], why_not: null })
  expect(assertions.at(-1)).toMatchObject({ decisive: [{ outcome: 'FALSE' }], would_hold_if: [] })
  expect(assertions.at(-1).why_not).toMatch(/^It is not decided what would make “a11” hold: the evaluation steps/)
  expect(openIn(ask(explanation(12, 'a3'), { evaluation_steps: 400 }))).toEqual(['evaluation_steps'])
})

it('explains 800 chained definitions without compiling them again for each', () => {
  const numbers = Array.from({ length: 800 }, (_, index) => index)
  const source = [
    'declare x as numeric;\nlet l0 = x > 0;\n',
    ...numbers.slice(1).map((index) => `let l${index} = Or(l${index - 1}, x > ${index});\n`),
    `assert a { And(${numbers.map((index) => `l${index}`).join(', ')}) };\n`,
  ].join('')
  const before = process.cpuUsage()
  const answer = ask({ kind: 'explanation', of: under(source), claims: '{"x":-5}', assertion: null, fixed: [] })
  // Intervals of such a deeply nested condition are not computed.
  expect(openIn(answer)).toEqual(['incomplete'])
  // Compiling all definitions that each part uses took 29 seconds.
  expect(process.cpuUsage(before).user).toBeLessThan(4_000_000)
})

it('proposes no number with more digits than a check accepts', () => {
  const source = `declare x as numeric;\nassert a { x * 1${'0'.repeat(600)} * 1${'0'.repeat(600)} == 1 };`
  const answer = ask({ kind: 'explanation', of: under(source), claims: '{"x":5}', assertion: null, fixed: [] })
  if (answer.status !== 'compiled') throw new Error('refused')
  expect(JSON.parse(answer.members.assertions!)).toMatchObject([
    { would_hold_if: [], why_not: 'The numbers that would make it hold have more digits than a check accepts.' },
  ])
})

it('limits the claim values in an explanation and says what it leaves out', () => {
  const numbers = Array.from({ length: 800 }, (_, index) => index)
  const source = [
    ...numbers.map((index) => `declare b${index} as boolean;\n`),
    ...numbers.slice(0, 60).map((index) => `assert a${index} { Or(b${index}, b${index + 1}, b${index + 2}) };\n`),
  ].join('')
  const claims = JSON.stringify(Object.fromEntries(numbers.map((index) => [`b${index}`, false])))
  const answer = ask({ kind: 'explanation', of: under(source), claims, assertion: null, fixed: [] })
  expect(openIn(answer)).toContain('answer_size')
  if (answer.status !== 'compiled') throw new Error('refused')
  const assertions: { would_hold_if: object[]; why_not: string | null }[] = JSON.parse(answer.members.assertions!)
  // 125 dictionaries of 800 values.
  expect(assertions.flatMap((each) => each.would_hold_if)).toHaveLength(125)
  expect(assertions.at(-1)).toMatchObject({ would_hold_if: [] })
  expect(assertions.at(-1)!.why_not).toMatch(/^The answer would be too large/)
})

it('leaves a pair undecided when the solver steps end, the same way every time', () => {
  const [before, after] = ['before.tsr', 'after.tsr'].map((file) => readFileSync(path.join(NOT_DECIDED, file), 'utf8'))
  const question = comparison(before!, after!)
  const answer = ask(question, { solver_steps: 1 })
  expect(answer).toEqual(ask(question, { solver_steps: 1 }))
  expect(openIn(answer)).toEqual(['solver_steps'])
})

it('explains 400 failing assertions without endless search for what makes all hold', () => {
  const answer = ask(explanation(400, null))
  // Two proposals for each assertion with 400 values; some are left out.
  expect(openIn(answer)).toEqual(['questions', 'answer_size'])
  if (answer.status !== 'compiled') throw new Error(answer.status)
  expect(JSON.parse(answer.members.all_together!)).toEqual({
    would_hold_if: [],
    why_not: expect.stringContaining('More than four were not tried.'),
  })
})

it('measures the cases of 1,000 assertions as far as the steps suffice', () => {
  const source = `declare a as numeric;\n${Array.from({ length: 1_000 }, (_, index) => `assert x${index} { a > ${index} };\n`).join('')}`
  expect(openIn(ask({ kind: 'coverage', of: under(source), cases: [] }, { evaluation_steps: 5_000_000 }))).toEqual([
    'evaluation_steps',
  ])
})

it('keeps an answer about 500 changed definitions of 500 assertions under a megabyte', () => {
  const numbers = Array.from({ length: 500 }, (_, index) => index)
  const chained = (first: number) =>
    [
      'declare x as numeric;\n',
      ...numbers.map((index) => `let d${index} = ${index === 0 ? `x + ${first}` : `d${index - 1} + x`};\n`),
      ...numbers.map((index) => `assert a${index} { d499 > ${index} };\n`),
    ].join('')
  const answer = ask(comparison(chained(0), chained(1)), { evaluation_steps: 1_000_000 })
  if (answer.status !== 'compiled') throw new Error(answer.status)
  const changes = JSON.parse(answer.members.changes!) as readonly { readonly kind: string; readonly sentence: string }[]
  expect(changes.filter(({ kind }) => kind === 'definition_changed')).toHaveLength(500)
  expect(changes[0]!.sentence).toContain('a19 (a19) and 480 more.')
  const asserted = JSON.parse(answer.members.assertions!) as readonly { readonly through_definitions: string[] }[]
  expect(asserted[0]!.through_definitions).toEqual(numbers.slice(0, 20).map((index) => `d${index}`))
  expect(Object.values(answer.members).join('').length).toBeLessThan(1_000_000)
})

it('names differently written assertions only as far as one sentence allows', () => {
  const numbers = Array.from({ length: 30 }, (_, index) => index)
  const text = (condition: (index: number) => string) =>
    `declare x as numeric;\n${numbers.map((index) => `assert a${index} { ${condition(index)} };`).join('\n')}\n`
  const answer = ask(
    comparison(
      text((index) => `x > ${index}`),
      text((index) => `${index} < x`),
    ),
  )
  if (answer.status !== 'compiled') throw new Error(answer.status)
  expect(JSON.parse(answer.members.same_meaning!)).toBe(true)
  expect(answer.members.changes).toContain('the assertion a19 (a19) and 10 more are written differently')
})

it('names the first of many read claims in sentences about pairs, and how many more there are', () => {
  const numbers = Array.from({ length: 30 }, (_, index) => index)
  const claims = numbers.map((index) => `declare c${index} as boolean;\n`).join('')
  const all = `And(${numbers.map((index) => `c${index}`).join(', ')})`
  const [before, after] = [`${claims}assert a { Or(c0, And(c0, ${all})) };\n`, `${claims}assert a { c0 };\n`]
  const answer = ask(comparison(before, after))
  if (answer.status !== 'compiled') throw new Error(answer.status)
  expect(answer.members.changes).toContain('‘c19’ and 10 more before')
})
