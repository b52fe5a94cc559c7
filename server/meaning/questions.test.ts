import { expect, it } from 'vitest'
import { Meter } from '../engine/core/meter'
import { FALSE, NONE, TRUE } from '../engine/core/value'
import { compileText, startSolver } from '../engine/testing/ask'
import { builtInLibrary } from '../language/units/unit-library'
import { claimDictionary } from './claim-dictionary'
import { joinRulesets } from './comparison/joined-rulesets'
import { conditionOf } from './condition'
import type { AskTools } from './find-witness'
import { areEqual, askImplication, canBe, canHoldTogether } from './questions'

const solver = startSolver()
const LIBRARY = builtInLibrary()

function tools(mode: AskTools['mode'], limit = 10_000_000): AskTools {
  return { solver, mode, budget: { solver_steps: 200_000, solver_memory_mb: 256 }, meter: new Meter(limit) }
}

const MODES = ['tiers', 'solver-only'] as const

const HOTEL = `
version 1.3;
// @unit rate USD
// @range rate 0..1000
declare rate as numeric;
declare city as enum {"new_york", "elsewhere"};
declare nights as numeric;
assert within_limit { rate <= If(city == "new_york", 350 "USD", 250 "USD") };
assert low { rate <= 200 "USD" };
assert never { rate > 2000 "USD" };
assert shared { 100 "USD" / nights < rate };
assert odd { nights * nights == 2 };
`

const ruleset = compileText(HOTEL)
const [limit, low, never, shared, odd] = ruleset.assertions.map(conditionOf)

it.each(MODES)('answers which outcomes a condition can have: %s', (mode) => {
  const answer = canBe(ruleset, limit!, FALSE, tools(mode))
  expect(answer.status).toBe('witness')
  if (answer.status === 'witness')
    expect(claimDictionary(ruleset, answer.witness.values)).toEqual({ rate: '251 USD', city: 'elsewhere', nights: '0' })
  expect(canBe(ruleset, limit!, NONE, tools(mode))).toEqual({ status: 'proved', holds: 'everywhere' })
  expect(canBe(ruleset, shared!, NONE, tools(mode)).status).toBe('witness')
  expect(canBe(ruleset, never!, TRUE, tools(mode))).toMatchObject({ status: 'proved', holds: 'within ranges' })
  expect(canBe(ruleset, odd!, TRUE, tools(mode))).toEqual({ status: 'not decided', limit: 'irrational' })
})

it.each(MODES)('answers whether one condition implies, equals or contradicts another: %s', (mode) => {
  expect(askImplication(ruleset, low!, limit!, tools(mode))).toEqual({ status: 'proved', holds: 'everywhere' })
  expect(askImplication(ruleset, limit!, low!, tools(mode)).status).toBe('witness')
  expect(areEqual(ruleset, limit!, low!, tools(mode)).status).toBe('witness')
  expect(areEqual(ruleset, limit!, limit!, tools(mode))).toEqual({ status: 'proved', holds: 'everywhere' })
  expect(canHoldTogether(ruleset, [limit!, never!], tools(mode))).toEqual({ status: 'proved', holds: 'everywhere' })
  expect(canHoldTogether(ruleset, [limit!, low!], tools(mode)).status).toBe('witness')
})

it('names the budget that ended a question, and says if only a solver can answer', () => {
  expect(areEqual(ruleset, limit!, low!, tools('tiers', 3))).toEqual({
    status: 'not decided',
    limit: 'evaluation_steps',
  })
  expect(areEqual(ruleset, limit!, low!, { ...tools('solver-only'), solver: null })).toEqual({ status: 'needs solver' })
})

it('joins two rulesets on claims that both declare, across units', () => {
  const after = compileText(HOTEL.replace('350 "USD"', '400 "USD"'))
  const joined = joinRulesets(ruleset, after, LIBRARY)
  const answer = areEqual(joined.space, joined.before.condition(0), joined.after.condition(0), tools('tiers'))
  expect(answer.status).toBe('witness')
  if (answer.status !== 'witness') return
  expect(claimDictionary(ruleset, joined.before.valuesOf(answer.witness.values))).toEqual({
    rate: '351 USD',
    city: 'new_york',
    nights: '0',
  })
  const metres = compileText('// @unit way m\ndeclare way as numeric;\nassert far { way > 5000 "m" };')
  const kilometres = compileText('// @unit way km\ndeclare way as numeric;\nassert far { way > 5 "km" };')
  const ways = joinRulesets(metres, kilometres, LIBRARY)
  expect(areEqual(ways.space, ways.before.condition(0), ways.after.condition(0), tools('tiers'))).toEqual({
    status: 'proved',
    holds: 'everywhere',
  })
})
