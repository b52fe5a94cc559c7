import { expect, test } from 'vitest'
import { analyseRuleset } from '../../language/semantics/analyse'
import { DEFAULT_LANGUAGE_LIMITS } from '../../language/text/limits'
import { builtInLibrary } from '../../language/units/unit-library'
import { findRuleAt, placeRules } from './placed-rules'

const SOURCE = `version 1.4;
// @ask cost What does it cost?
// @unit cost USD
// @cite cost TE-07 1.0
declare cost as numeric;

// A note of the author.
// @cite meal TE-07 1.1
// @cite meal TE-07 1.2 at most
assert meal {
  cost <= 60 "USD"
};
assert positive { cost > 0 "USD" };
// @cite positive HR-1 2
`

function placed(source: string) {
  return placeRules(source, analyseRuleset(source, builtInLibrary(), DEFAULT_LANGUAGE_LIMITS))
}

/** The rule and its clauses at each line of the text. */
function linesOf(source: string): readonly (readonly [string, ...string[]] | null)[] {
  const rules = placed(source) ?? []
  return source.split('\n').map((_, at) => {
    const found = findRuleAt(rules, at + 1)
    return found && [found.rule.name, ...found.citations.map(({ document, clause }) => `${document} ${clause}`)]
  })
}

test('a rule begins with the comments above it, and a citation is about its own clause', () => {
  const both = ['meal', 'TE-07 1.1', 'TE-07 1.2'] as const
  expect(linesOf(SOURCE)).toEqual([
    null,
    ['cost', 'TE-07 1.0'],
    ['cost', 'TE-07 1.0'],
    ['cost', 'TE-07 1.0'],
    ['cost', 'TE-07 1.0'],
    null,
    both,
    ['meal', 'TE-07 1.1'],
    ['meal', 'TE-07 1.2'],
    ...[both, both, both],
    ['positive', 'HR-1 2'],
    ['positive', 'HR-1 2'],
    null,
  ])
})

test('a rule is placed at its name, even in a text with other line ends', () => {
  const places = (source: string) => placed(source)?.map(({ name, line, column }) => [name, line, column])
  const expected = [
    ['meal', 10, 8],
    ['positive', 13, 8],
    ['cost', 5, 9],
  ]
  expect(places(SOURCE)).toEqual(expected)
  expect(places(SOURCE.replaceAll('\n', '\r\n'))).toEqual(expected)
})

test('a field of a record is placed in the statement of its record', () => {
  const source = `version 1.4;
declare driver as record { age as numeric };
// @cite driver.age TE-07 3
assert adult { driver.age >= 18 };
`
  expect(placed(source)?.find(({ name }) => name === 'driver.age')).toMatchObject({ line: 2, lastLine: 2 })
  expect(linesOf(source)[2]).toEqual(['driver.age', 'TE-07 3'])
})

test('a text that does not compile has no rules', () => {
  expect(placed('version 1.4; assert { ')).toBeNull()
})
