import { expect, test } from 'vitest'
import { Meter, SolverStepsExceededError } from '../core/meter'
import { FALSE, TRUE } from '../core/value'
import { AMPLE_BUDGET, compileText, inquireText, outcomeLetters, startSolver } from '../testing/ask'
import { pigeonholeRules } from '../testing/repertoire'
import { SolverMemoryExceededError } from './solver'

const solver = startSolver()

const EASY = 'declare x as numeric; assert it { And(x > 2, x < 3) };'

test('a question beyond its steps is undecided, and the next one is unaffected', () => {
  expect(inquireText(solver, pigeonholeRules(9), {}, { ...AMPLE_BUDGET, solver_steps: 20_000 }).find(TRUE)).toEqual({
    status: 'undecided',
    why: 'steps',
  })
  expect(outcomeLetters(inquireText(solver, EASY))).toBe('TF')
})

test('the same question is decided within more steps', () => {
  const text = pigeonholeRules(5)
  expect(inquireText(solver, text, {}, { ...AMPLE_BUDGET, solver_steps: 500 }).find(TRUE).status).toBe('undecided')
  expect(inquireText(solver, text, {}, AMPLE_BUDGET).find(TRUE)).toEqual({ status: 'none' })
})

test('a question beyond its memory throws, and the next one is unaffected', { tags: 'thorough' }, () => {
  const before = inquireText(solver, EASY).find(TRUE)
  const little = { solver_steps: 4_000_000, solver_memory_mb: 2 }
  const question = inquireText(solver, pigeonholeRules(9), {}, little)
  expect(() => question.find(TRUE)).toThrow(new SolverMemoryExceededError(2))
  expect(inquireText(solver, EASY).find(TRUE)).toEqual(before)
  expect(() => question.find(TRUE)).toThrow(new SolverMemoryExceededError(2))
  expect(outcomeLetters(inquireText(solver, EASY))).toBe('TF')
})

test('a single formula that exceeds the memory throws too', { tags: 'thorough' }, () => {
  const terms = Array.from({ length: 9_000 }, (_, i) => `x * ${i + 1} > y + ${i}`)
  const text = `declare x as numeric; declare y as numeric; assert it { Or(${terms.join()}) };`
  const little = { solver_steps: 4_000_000, solver_memory_mb: 12 }
  expect(() => inquireText(solver, text, {}, little).find(FALSE)).toThrow(new SolverMemoryExceededError(12))
  expect(outcomeLetters(inquireText(solver, EASY))).toBe('TF')
})

test('wide formulas are answered', { tags: 'thorough' }, () => {
  const names = Array.from({ length: 1_500 }, (_, i) => `c${i}`)
  const declared = names.map((name) => `declare ${name} as boolean;`).join('\n')
  const text = (body: string) => `${declared} assert it { ${body} };`
  expect(outcomeLetters(inquireText(solver, text(`And(${names.join()})`)))).toBe('TF')
  expect(outcomeLetters(inquireText(solver, text(`AtLeast(1500, m in {${names.join()}}, m)`)))).toBe('TF')
  expect(outcomeLetters(inquireText(solver, text(`AtLeast(1501, m in {${names.join()}}, m)`)))).toBe('F')
})

test('deep expressions are answered', () => {
  const nested = (open: string, core: string, close: string, depth: number) =>
    `${open.repeat(depth)}${core}${close.repeat(depth)}`
  const text = (body: string) =>
    `declare a as boolean; declare b as boolean; declare x as numeric; assert it { ${body} };`
  expect(outcomeLetters(inquireText(solver, text(nested('Not(', 'a', ')', 150))))).toBe('TF')
  expect(outcomeLetters(inquireText(solver, text(nested('Xor(a, ', 'b', ')', 150))))).toBe('TF')
  expect(outcomeLetters(inquireText(solver, text(nested('If(b, a, ', 'b', ')', 150))))).toBe('TF')
  expect(outcomeLetters(inquireText(solver, text(`${nested('(x + ', 'x', ')', 90)} == 91 * x`)))).toBe('T')
})

test.each([
  ['nesting', 'a', (s: string) => `Xor(${s}, b)`, 3_000, ''],
  ['degree', 'x', (s: string) => `${s} * ${s}`, 40, ' > 2'],
  ['length of its numbers', '3', (s: string) => `${s} * ${s}`, 40, ' > x'],
])('%s made too large by lets is undecided without solver steps', (_, first, next, levels, last) => {
  const lets = Array.from({ length: levels }, (_, i) => `let s${i + 1} = ${next(`s${i}`)};`)
  const declared = 'declare a as boolean; declare b as boolean; declare x as numeric;'
  const text = `${declared} let s0 = ${first}; ${lets.join('\n')} assert it { s${levels}${last} };`
  expect(inquireText(solver, text).find(TRUE)).toEqual({ status: 'undecided', why: 'incomplete' })
  expect(outcomeLetters(inquireText(solver, EASY))).toBe('TF')
})

test('interest over twelve months is not too large', { tags: 'thorough' }, () => {
  const text = 'declare rate as numeric; declare sum as numeric; assert it { sum * growth > 2 * sum };'
  const growth = Array.from({ length: 12 }, () => '(1 + rate)').join(' * ')
  expect(outcomeLetters(inquireText(solver, text.replace('growth', growth), { sum: 100 }))).toBe('TF')
})

test('long numerals are exact', () => {
  const long = `${'123456789'.repeat(100)}.${'987654321'.repeat(10)}`
  const text = `declare x as numeric; assert it { And(x >= ${long}, x <= ${long}) };`
  expect(outcomeLetters(inquireText(solver, text, { x: long }))).toBe('T')
  const search = inquireText(solver, text).find(TRUE)
  expect(search.status).toBe('found')
})

test('the steps of all questions of a check have a common limit, reached at the same step every time', {
  tags: 'thorough',
}, () => {
  const ruleset = compileText(pigeonholeRules(6))
  const known = ruleset.inputs.map(() => null)
  const spent = (limit: number) => {
    const meter = new Meter(0, limit)
    const inquiry = solver.inquire(ruleset, 0, known, AMPLE_BUDGET, meter)
    try {
      return { searches: [inquiry.find(TRUE).status, inquiry.find(FALSE).status], steps: meter.solverSteps }
    } catch (error) {
      return error
    }
  }
  const free = spent(Number.POSITIVE_INFINITY)
  const { steps } = free as { steps: number }
  expect(spent(steps)).toEqual(free)
  const first = spent(steps - 1)
  expect(first).toBeInstanceOf(SolverStepsExceededError)
  expect(first).toMatchObject({ limit: steps - 1, actual: expect.any(Number) })
  expect((first as SolverStepsExceededError).actual).toBeGreaterThanOrEqual(steps)
  expect(spent(steps - 1)).toEqual(first)
  expect(spent(1)).toMatchObject({ limit: 1 })
  expect(spent(steps)).toEqual(free)
})

test('a question that breaks its machine throws, and the next one is unaffected', { tags: 'thorough' }, () => {
  const ruleset = compileText(EASY)
  const before = solver.inquire(ruleset, 0, [null], AMPLE_BUDGET, new Meter(0)).find(TRUE)
  // A truth value instead of a number: the solver assumes that this cannot happen.
  expect(() => solver.inquire(ruleset, 0, [true], AMPLE_BUDGET, new Meter(0)).find(TRUE)).toThrow(
    /stands where a number must|no order/,
  )
  expect(solver.inquire(ruleset, 0, [null], AMPLE_BUDGET, new Meter(0)).find(TRUE)).toEqual(before)
})

test('resident memory stays flat over many questions', { tags: ['nightly'], timeout: 60_000 }, () => {
  const questions = [
    inquireText(solver, EASY),
    inquireText(solver, 'declare x as numeric; declare y as numeric; assert it { x * y > x + 7 };'),
    inquireText(solver, pigeonholeRules(3)),
  ]
  const ask = (rounds: number) => {
    for (let i = 0; i < rounds; i++) for (const question of questions) question.find(TRUE)
    return process.memoryUsage.rss()
  }
  const early = ask(100)
  // If each question leaked 0.2 MB, this would be 150 MB.
  expect(ask(250) / early).toBeLessThan(1.25)
})
