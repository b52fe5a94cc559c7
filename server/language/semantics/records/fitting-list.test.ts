import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DEFAULT_LANGUAGE_LIMITS } from '../../text/limits'
import { builtInLibrary } from '../../units/unit-library'
import { analyseRuleset } from '../analyse'

const LIMITS = { ...DEFAULT_LANGUAGE_LIMITS, expression_nodes: 4_000 }

const CONDITIONS = [
  'ForAll(x in d, Count(y in d, y.age > x.age) <= 1)',
  'NoneRepeated(codes)',
  'Sum(x in d, Count(y in d, y.age > x.age)) <= 9',
  'ForAll(x in d, Or(x.age > 3, Exists(y in d, y.fee < x.fee)))',
  'Max(x in d, x.age) > Count(d)',
  'IsSubset(codes, {"1"})',
]

function textOf(conditions: readonly string[], upTo: number): string {
  const assertions = conditions.map((condition, i) => `assert a${i} { ${condition} };`)
  return `version 1.4;
declare d as list of { age as whole, fee as numeric "USD" } up to ${upTo};
declare codes as list of enum {"1", "2"} up to 9;
${assertions.join('\n')}
`
}

function exceeding(text: string) {
  const { exceeded, diagnostics } = analyseRuleset(text, builtInLibrary(), LIMITS)
  return { exceeded, message: diagnostics.find(({ code }) => code === 'limit-exceeded')?.message ?? '' }
}

it.each(['Max(x in d, x.age) > 3', 'And(Min(x in d where x.fee > 2 "USD", x.age) > 3, NoneRepeated(codes))'])(
  'says at once how many entries fit in %s, whose parts double with each',
  (condition) => {
    const { message } = exceeding(textOf([condition], 900))
    const [, most] = /The list d fits with up to (\d+) entries\.$/.exec(message) ?? []
    expect(exceeding(textOf([condition], Number(most))).exceeded).toBeNull()
    expect(exceeding(textOf([condition], Number(most) + 1)).exceeded).not.toBeNull()
  },
)

it('says the largest size of a list that fits', () => {
  let told = 0
  fc.assert(
    fc.property(fc.subarray(CONDITIONS, { minLength: 1 }), (conditions) => {
      const { exceeded, message } = exceeding(textOf(conditions, 90))
      if (exceeded === null) return
      const [, most] = /The list d fits with up to (\d+) entries\.$/.exec(message) ?? []
      expect(most).toBeDefined()
      told++
      expect(exceeding(textOf(conditions, Number(most))).exceeded).toBeNull()
      expect(exceeding(textOf(conditions, Number(most) + 1)).exceeded).not.toBeNull()
    }),
    { numRuns: 20 },
  )
  expect(told).toBeGreaterThan(5)
})
