import { expect, it } from 'vitest'
import { DEFAULT_BUDGETS } from '../../config/budgets'
import { normaliseRuleset } from '../../services/engine-pool/engine-job'
import { compileOrRefuse } from '../../services/engine-pool/run-job'
import { decideLines, MAX_STEPS_AT_ONCE } from './decide-lines'

const ruleset = (source: string) =>
  compileOrRefuse(normaliseRuleset(source, 1_000_000), { hash: null, converters: [] }, DEFAULT_BUDGETS)
const tools = { solver: null, mode: 'tiers', limits: DEFAULT_BUDGETS } as const

it('continues after the dictionaries that are already decided', () => {
  const checkable = ruleset('declare a as boolean;\nassert one { a };\nassert two { Not(a) };\n')
  const text = [true, false, null].map((a) => `{"a":${a}}`).join('\n\n')
  expect(decideLines(checkable, text, 0, tools)).toMatchObject({ rows: 3, done: true, assertions: ['one', 'two'] })
  const rest = decideLines(checkable, text, 1, tools)
  expect(Buffer.from(rest.answers).toString()).toBe('FTUU')
  expect(rest).toMatchObject({ rows: 2, done: true })
})

it('stops after some hard dictionaries and reports that it is not done', { tags: ['nightly'] }, () => {
  const product = Array.from({ length: 40 }, () => 'x').join(' * ')
  const assertions = Array.from({ length: 300 }, (_, i) => `assert a${i} { ${product} > 1 };`)
  const checkable = ruleset(`declare x as numeric;\n${assertions.join('\n')}\n`)
  const text = Array.from({ length: 4_000 }, () => '{"x":1}').join('\n')
  const first = decideLines(checkable, text, 0, tools)
  expect(first.done).toBe(false)
  expect(first.rows).toBeGreaterThan(0)
  expect(first.rows).toBeLessThan(4_000)
  expect(MAX_STEPS_AT_ONCE).toBeLessThan(DEFAULT_BUDGETS.evaluation_steps)
})

it('returns the lines that need a solver', () => {
  const checkable = ruleset(
    'declare x as numeric;\ndeclare y as numeric;\nassert none { Not(And(x * x + y * y == 25, x * y == 13)) };\n',
  )
  const line = '{"x":null,"y":null}'
  const { unsolved, answers, refused } = decideLines(checkable, `{"x":1,"y":1}\n${line}`, 0, tools)
  expect(unsolved).toEqual([{ row: 1, line }])
  expect(Buffer.from(answers).toString()).toBe('T-')
  expect(refused).toEqual([])
})
