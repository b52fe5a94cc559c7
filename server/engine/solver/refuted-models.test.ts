import { expect, test } from 'vitest'
import { Meter } from '../core/meter'
import { TRUE } from '../core/value'
import { AMPLE_BUDGET, compileText, inquireText, outcomeLetters, startSolver } from '../testing/ask'

const solver = startSolver()
const condition = (text: string) =>
  `declare x as numeric; declare a as boolean; declare kind as enum {"p", "q"}; assert it { ${text} };`

test('a condition whose models Z3 itself refutes has no model', () => {
  expect(outcomeLetters(inquireText(solver, condition('And(x % 3 > 2, x * x == 9)')))).toBe('F')
})

test('a refuted model excludes exactly its values, of all kinds', () => {
  expect(outcomeLetters(inquireText(solver, condition('And(x % 3 > 2, x * x == 9, Or(a, kind == "q"))')))).toBe('F')
  expect(
    outcomeLetters(inquireText(solver, condition('Or(And(x % 3 > 2, x * x == 9), And(a, kind == "q", x == 5))'))),
  ).toBe('TF')
})

test('the checks of refuted models count as steps of the question', () => {
  const ruleset = compileText(condition('And(x % 3 > 2, x * x == 9)'))
  const ask = (steps: number) => {
    const meter = new Meter(0)
    const known = ruleset.inputs.map(() => null)
    const search = solver.inquire(ruleset, 0, known, { ...AMPLE_BUDGET, solver_steps: steps }, meter).find(TRUE)
    return { search, steps: meter.solverSteps }
  }
  const { steps } = ask(200_000)
  for (const fewer of [1, Math.ceil(steps / 3), Math.ceil(steps / 2)])
    expect(ask(fewer).search).toMatchObject({ status: 'undecided' })
})
