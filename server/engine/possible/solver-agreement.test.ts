/** The solver lowers the same reports by itself: nothing is beyond an end, and no other member is possible. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { add, fromInteger, type Rational, smallRatio } from '../../language/numeric/rational'
import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { ComparisonOperator } from '../../language/syntax/syntax'
import { repetitions } from '../../testing/repetitions'
import { Meter } from '../core/meter'
import { TRUE } from '../core/value'
import { startSolver } from '../testing/ask'
import { openReport, reportTexts } from '../testing/random-reports'
import { possibleValues } from './possible-values'

const BUDGET = { solver_steps: 60_000, solver_memory_mb: 128 }
const AT = { start: 0, end: 0 }
const BOOLEAN = { kind: 'boolean' } as const
const solver = startSolver()

function comparison(left: Checked, operator: ComparisonOperator, right: Checked): Checked {
  const domain = left.type.kind === 'numeric' ? 'numeric' : left.type.kind === 'boolean' ? 'boolean' : 'member'
  return { kind: 'compare', domain, operator, left, right, order: null, type: BOOLEAN, ...AT }
}

function numeral(value: Rational): Checked {
  return { kind: 'number', value, type: { kind: 'numeric', unit: null }, ...AT }
}

/** Whether a completion that may be submitted fulfils a condition on the report. */
function asks(ruleset: CheckedRuleset, condition: (report: Checked) => Checked): 'found' | 'none' | 'undecided' {
  const [report] = ruleset.reports
  const read: Checked = { kind: 'let', let: report!.let, type: ruleset.lets[report!.let]!.value.type, ...AT }
  const limits = report!.reads.flatMap((input): Checked[] => {
    const { range, type } = ruleset.inputs[input]!
    const claim: Checked = { kind: 'input', input, type, ...AT }
    if (range === null) return []
    return [comparison(claim, '>=', numeral(range.min)), comparison(claim, '<=', numeral(range.max))]
  })
  const operands = [condition(read), ...limits]
  const expression: Checked = { kind: 'connective', connective: 'And', operands, type: BOOLEAN, ...AT }
  const assertions = [{ ...ruleset.assertions[0]!, expression, reads: report!.reads }]
  const known = ruleset.inputs.map(() => null)
  return solver.inquire({ ...ruleset, assertions }, 0, known, BUDGET, new Meter(0)).find(TRUE).status
}

it('finds nothing beyond the ends, values near open ones, and no other member', {
  tags: ['repeated'],
  timeout: 240_000,
}, () => {
  let questions = 0
  fc.assert(
    fc.property(reportTexts(['n', 'x', 'x', 'y']), (text) => {
      const program = openReport(text)
      const { ruleset } = program
      const all = ruleset.inputs.map(() => null)
      const possible = possibleValues(program, 0, ruleset.reports[0]!.reads, all, new Meter(1_000_000))
      const expectNone = (condition: (report: Checked) => Checked) => {
        questions++
        expect(asks(ruleset, condition), text).not.toBe('found')
      }
      if (possible.kind === 'numbers')
        for (const [end, closed, open] of [
          [possible.from, '<', '<='],
          [possible.to, '>', '>='],
        ] as const) {
          if (end !== null) expectNone((report) => comparison(report, end.included ? closed : open, numeral(end.value)))
          if (end?.included === true) continue
          // An open end is approached, and without an end there are values as far as one likes.
          const inside = closed === '<' ? 1 : -1
          const near = end === null ? fromInteger(-inside * 1_000_000) : add(end.value, smallRatio(inside, 1_000))
          expect(
            asks(ruleset, (report) => comparison(report, closed, numeral(near))),
            text,
          ).not.toBe('none')
        }
      if (possible.kind !== 'members') return
      const { type } = ruleset.lets[0]!.value
      const never = (type.kind === 'text' ? type.members : []).filter((member) => !possible.members.includes(member))
      for (const value of never)
        expectNone((report) => comparison(report, '==', { kind: 'string', value, type, ...AT }))
    }),
    { numRuns: repetitions(250) },
  )
  expect(questions).toBeGreaterThan(10)
})
