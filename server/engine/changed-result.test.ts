import { describe, expect, it } from 'vitest'
import { DEFAULT_BUDGETS } from '../config/budgets'
import { builtInLibrary } from '../language/units/unit-library'
import { changedResult, type ResultComparison } from './changed-result'
import { createBinder } from './claims/binder'
import { Meter } from './core/meter'
import { openRuleset } from './testing/open-text'

const BOOLEANS = 'declare a as boolean; declare b as boolean; declare c as boolean;\n'

function compared(text: string): ResultComparison {
  return changedResult(openRuleset(text))
}

describe('the dictionary whose result changes', () => {
  it('is the first in the order of declaration', () => {
    expect(compared(`${BOOLEANS}assert it { ForAll(s in Difference({a, b, c}, {c}), s) };`)).toEqual({
      kind: 'changed',
      changed: { assertion: 'it', claims: { a: false, b: false, c: false }, before: 'TRUE', now: 'FALSE' },
    })
  })

  it('has numbers in their units and ranges, which a check accepts', () => {
    const text = `// @unit fee USD
// @range fee 10..20
declare fee as numeric;
// @unit limit USD
// @range limit 15..30
declare limit as numeric;
declare open_to as enum {"all", "some"};
assert other { open_to == "all" };
assert it { CountWhere(n in Difference({fee}, {limit}), n > 5 "USD") == 1 };
`
    const ruleset = openRuleset(text)
    const comparison = changedResult(ruleset)
    expect(comparison).toMatchObject({ kind: 'changed', changed: { assertion: 'it', before: 'FALSE', now: 'TRUE' } })
    const { claims } = (comparison as Extract<ResultComparison, { kind: 'changed' }>).changed
    const binding = createBinder(ruleset, builtInLibrary(), DEFAULT_BUDGETS).bind(claims, new Meter(1e6))
    expect(Object.keys(claims)).toEqual(['fee', 'limit', 'open_to'])
    expect(claims.fee).toBe(claims.limit)
    expect('failures' in binding).toBe(false)
  })

  it('does not exist if no dictionary changes its result', () => {
    expect(compared(`${BOOLEANS}assert it { ForAll(s in Difference({a, b}, {c}), Or(s, True)) };`)).toEqual({
      kind: 'same',
    })
  })

  it('is reported as not found if not every dictionary can be tried', () => {
    const text =
      'declare x as numeric; declare y as numeric; assert it { Exists(s in Difference({x}, {y}), x * x == 2) };'
    expect(compared(text)).toMatchObject({ kind: 'none found' })
  })

  it('is found even with many claims', () => {
    const names = Array.from({ length: 40 }, (_, i) => `c${i}`)
    const declared = names.map((name) => `declare ${name} as boolean;`).join(' ')
    const text = `${declared} assert it { AtLeast(3, s in Difference({${names.join(', ')}}, {c0, c1}), s) };`
    expect(compared(text)).toMatchObject({ kind: 'changed' })
  })
})
