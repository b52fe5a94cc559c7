/** One rule for each assertion; products and sums are runtime facts, as the manual of json-rules-engine advises. */
import { Engine, type RuleProperties } from 'json-rules-engine'
import type { MakePeer } from '../subject'

type Condition = Record<string, unknown>

export const makePeer: MakePeer = (groups) => {
  const engine = new Engine([], { allowUndefinedFacts: false })
  for (let g = 0; g < groups; g++) {
    engine.addFact(
      `stay_${g}`,
      async (_, almanac) =>
        ((await almanac.factValue(`nights_${g}`)) as number) * ((await almanac.factValue(`rate_${g}`)) as number),
    )
    engine.addFact(
      `gross_${g}`,
      async (_, almanac) =>
        ((await almanac.factValue(`amount_${g}`)) as number) + ((await almanac.factValue(`tax_${g}`)) as number),
    )
    rulesOf(g).forEach((conditions, i) => {
      engine.addRule({
        conditions: conditions as unknown as RuleProperties['conditions'],
        event: { type: `r${g * 12 + i}` },
      })
    })
  }
  const types = Array.from({ length: groups * 12 }, (_, i) => `r${i}`)
  return {
    name: 'json-rules-engine',
    load: (input) => async () => {
      const { events } = await engine.run(input)
      const holding = new Set(events.map((event) => event.type))
      return types.map((type) => holding.has(type))
    },
  }
}

function rulesOf(g: number): Condition[] {
  const test = (fact: string, operator: string, value: unknown): Condition => ({
    fact: `${fact}_${g}`,
    operator,
    value,
  })
  const yes = (fact: string) => test(fact, 'equal', true)
  const no = (fact: string) => test(fact, 'equal', false)
  return [
    { all: [test('amount', 'lessThan', 5000)] },
    { any: [test('amount', 'lessThanInclusive', 75), yes('receipt')] },
    { any: [test('category', 'in', ['travel', 'meals']), test('amount', 'lessThan', 1000)] },
    { all: [yes('approved'), no('flagged')] },
    { any: [test('amount', 'lessThanInclusive', 2500), test('level', 'in', ['manager', 'director', 'officer'])] },
    { all: [test('stay', 'lessThanInclusive', 3000)] },
    { all: [test('gross', 'lessThanInclusive', 6000)] },
    {
      any: [
        { all: [yes('remote'), test('amount', 'lessThan', 2000)] },
        { all: [no('remote'), test('amount', 'lessThan', 7000)] },
      ],
    },
    { all: [test('category', 'in', ['travel', 'meals', 'lodging'])] },
    {
      any: [
        { all: [yes('receipt'), yes('itinerary')] },
        { all: [yes('receipt'), yes('approved')] },
        { all: [yes('itinerary'), yes('approved')] },
      ],
    },
    { all: [test('flagged', 'notEqual', { fact: `approved_${g}` })] },
    { any: [test('nights', 'lessThanInclusive', 0), test('category', 'notEqual', 'equipment')] },
  ]
}
