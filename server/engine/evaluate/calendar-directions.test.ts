import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addMonths, calendarPart, FIRST_DAY, LAST_DAY, type MonthEnd } from '../../language/numeric/calendar'
import { ZERO } from '../../language/numeric/rational'
import { addMonthsNode, calendarPartNode } from './calendar-nodes'
import { numberNode } from './value-nodes'

const days = fc.integer({ min: FIRST_DAY, max: LAST_DAY })
const rules = fc.constantFrom<MonthEnd>('last', 'next')
const input = {
  domain: 'numeric',
  kind: 'input',
  input: 0,
  evaluate: () => ZERO,
  cost: 1,
  height: 1,
  deep: false,
} as const

it('never falls or never rises as its direction says', () => {
  const calendarParts = fc.constantFrom('year', 'end-of-month', 'full-months', 'full-years' as const)
  fc.assert(
    fc.property(calendarParts, rules, days, fc.integer({ min: 0, max: 800 }), days, (part, rule, day, more, other) => {
      const node = calendarPartNode(part, [input, numberNode(ZERO)], rule)
      if (node.kind !== 'calendar') throw new Error('an unknown date is not folded')
      const [first = 1, second = 1] = node.directions ?? []
      const change = calendarPart(part, day + more, other, rule) - calendarPart(part, day, other, rule)
      expect(change * first).toBeGreaterThanOrEqual(0)
      const otherChange = calendarPart(part, other, day + more, rule) - calendarPart(part, other, day, rule)
      if (node.directions?.length === 2) expect(otherChange * second).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 2_000 },
  )
})

it('moves a later date, and a date by more months, never to an earlier one', () => {
  const months = fc.integer({ min: -500, max: 500 })
  fc.assert(
    fc.property(rules, days, fc.integer({ min: 0, max: 70 }), months, (rule, day, more, count) => {
      const node = addMonthsNode(input, numberNode(ZERO), rule)
      expect(node.kind === 'calendar' && node.directions).toEqual([1, 1])
      expect(addMonths(day + more, count, rule)).toBeGreaterThanOrEqual(addMonths(day, count, rule))
      expect(addMonths(day, count + more, rule)).toBeGreaterThanOrEqual(addMonths(day, count, rule))
    }),
    { numRuns: 2_000 },
  )
})
