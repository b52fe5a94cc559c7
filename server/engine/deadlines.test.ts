import { describe, expect, it } from 'vitest'
import { readDate } from '../language/numeric/calendar'
import { fromInteger } from '../language/numeric/rational'
import { Meter } from './core/meter'
import { copyResult } from './decide/assertion-result'
import { decideAll } from './decide/decide'
import { compileZ3 } from './solver/z3-module'
import { Z3Solver } from './solver/z3-solver'
import { openText } from './testing/open-text'
import { referenceOutcome } from './testing/reference'

const solver = new Z3Solver(compileZ3())
const BUDGET = { solver_steps: 200_000, solver_memory_mb: 256 }
const OPERATORS = ['<', '<=', '>', '>=', '==', '!='] as const
const DEADLINES = [
  'decided + 30 "d"',
  'decided - 2 "wk"',
  'decided + 3 "mo"',
  'decided + 1 "mo" - 1 "d"',
  'decided - 18 "yr"',
  'EndOfMonth(decided + 1 "mo")',
] as const

function decide(text: string, decided: string | null, filed: string | null) {
  const program = openText(text)
  const day = (date: string | null) => (date === null ? null : fromInteger(readDate(date) ?? 0))
  const known = [day(decided), day(filed)]
  const tools = { solver, mode: 'tiers', budget: BUDGET, meter: new Meter(1e9) } as const
  const results = decideAll(program, known, new Map(), tools)
  if (results === 'needs solver') throw new Error('the solver at hand was not asked')
  return { program, known, result: copyResult(results[0]!) }
}

describe.each(['last', 'next'])('with month_end %s, a deadline', { tags: 'thorough' }, (rule) => {
  const cases = OPERATORS.flatMap((operator) => DEADLINES.map((deadline) => [operator, deadline] as const))

  it.each(cases)('filed %s %s is decided, whichever date is unknown', (operator, deadline) => {
    for (const policy of ['neutral', 'pessimistic', 'optimistic']) {
      const text = `version 1.4;\nmonth_end ${rule};\ndeclare decided as date;\ndeclare filed as date;\nassert a [${policy}] { filed ${operator} ${deadline} };\n`
      for (const [decided, filed] of [
        ['2024-01-31', null],
        [null, '2023-02-28'],
        [null, null],
      ] as const) {
        const { result } = decide(text, decided, filed)
        expect(result.reasonUnknown ?? '').not.toMatch(/not decided|may depend/i)
        expect(result.check).toBe(policy === 'neutral' ? 'UNKNOWN' : policy === 'pessimistic' ? 'FALSE' : 'TRUE')
      }
    }
  })
})

describe('what no date can change', { tags: 'thorough' }, () => {
  it.each([
    ['filed + 1 "mo" > filed', 'TRUE'],
    ['filed + 1 "yr" <= filed + 366 "d"', 'TRUE'],
    ['FullYears(filed, filed + 18 "yr") == 18', 'TRUE'],
    ['And(Month(filed) >= 1, Month(filed) <= 12)', 'TRUE'],
    ['Day(EndOfMonth(filed)) >= 28', 'TRUE'],
    ['EndOfMonth(filed) < filed', 'FALSE'],
    ['Weekday(filed) == 8', 'FALSE'],
    ['And(filed > 2026-01-30, filed < 2026-01-31)', 'FALSE'],
  ])('%s is %s', (condition, answer) => {
    const text = `version 1.4;\nmonth_end last;\ndeclare decided as date;\ndeclare filed as date;\nassert a { And(decided == decided, ${condition}) };\n`
    const { result } = decide(text, '2026-01-01', null)
    expect([result.check, result.reasonUnknown]).toEqual([answer, null])
  })
})

it('a date counterexample falsifies', () => {
  const text =
    'version 1.4;\nmonth_end last;\ndeclare decided as date;\ndeclare filed as date;\nassert a [pessimistic] { filed <= decided + 3 "mo" };\n'
  const { program, result } = decide(text, '2026-01-31', null)
  const [, day = ''] = /filed = (\S+) \(supposed\)/.exec(result.counterexample ?? '') ?? []
  const values = [fromInteger(readDate('2026-01-31') ?? 0), fromInteger(readDate(day) ?? 0)]
  expect(referenceOutcome(program.ruleset, 0, values)).toBe(false)
})
