/** What becomes of questions about meaning where a budget ends, or where a ruleset has hundreds of assertions. */
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

/** Reasons of what is open, without repetition. */
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

it('evaluation steps that end leave questions open, and the rest is answered', () => {
  const of = under(assertions(12))
  const few = { evaluation_steps: 3_000 }
  expect(openIn(ask({ kind: 'analysis', of }, few))).toEqual(['evaluation_steps'])
  expect(openIn(ask({ kind: 'coverage', of, cases: [] }, few))).toEqual(['evaluation_steps'])
  expect(openIn(ask(comparison(assertions(12), assertions(12, 101)), { evaluation_steps: 1_500 }))).toEqual([
    'evaluation_steps',
  ])
})

it('an explanation of all assertions beyond the evaluation steps is refused with what to do', () => {
  expect(ask(explanation(12, null), { evaluation_steps: 30 })).toMatchObject({
    status: 'refused',
    refusal: {
      code: 'BUDGET_EXCEEDED',
      message: 'To explain all assertions needs more than 30 evaluation steps. Name one of them in `assertion`.',
    },
  })
})

it('solver steps that end leave a pair undecided, the same way every time', () => {
  const [before, after] = ['before.tsr', 'after.tsr'].map((file) => readFileSync(path.join(NOT_DECIDED, file), 'utf8'))
  const question = comparison(before!, after!)
  const answer = ask(question, { solver_steps: 1 })
  expect(answer).toEqual(ask(question, { solver_steps: 1 }))
  expect(openIn(answer)).toEqual(['solver_steps'])
})

it('400 failing assertions are explained, and what would make all hold is not sought for ever', () => {
  const answer = ask(explanation(400, null))
  expect(openIn(answer)).toEqual([])
  if (answer.status !== 'compiled') throw new Error(answer.status)
  expect(JSON.parse(answer.members.all_together!)).toEqual({
    would_hold_if: [],
    why_not: expect.stringContaining('More than four were not tried.'),
  })
})

it('the cases of 1,000 assertions are measured as far as the steps suffice', () => {
  const source = `declare a as numeric;\n${Array.from({ length: 1_000 }, (_, index) => `assert x${index} { a > ${index} };\n`).join('')}`
  expect(openIn(ask({ kind: 'coverage', of: under(source), cases: [] }, { evaluation_steps: 5_000_000 }))).toEqual([
    'evaluation_steps',
  ])
})
