import { describe, expect, it } from 'vitest'
import { openRuleset } from '../testing/open-text'
import { changesSince, decideMoreOnly, engineChanges } from './engine-changes'

const DECLARED = `
declare a as boolean; declare b as boolean; declare c as boolean; declare x as numeric; declare y as numeric;
declare level as enum ["low", "mid", "high"]; declare other as enum ["low", "mid", "high"];
let all = {a, b, c}; let unread = Difference(all, {c});
`

function uses(condition: string): boolean {
  return engineChanges(openRuleset(`${DECLARED} assert it { ${condition} };`)).length > 0
}

describe('what changed with engine 0.2.0', () => {
  it.each([
    'ForAll(s in Difference(all, {c}), s)',
    'ForAll(s in Difference({a, b}, {b, c}), s)',
    'Exists(s in Intersect({level}, {other}), True)',
    'ForAll(v in all, Exists(w in Difference({a}, {v}), True))',
    'Exists(s in Difference({x / y}, {x / y}), True)',
  ])('is used by %s', (condition) => {
    expect(uses(condition)).toBe(true)
  })

  it.each([
    'ForAll(s in all, s)',
    'IsMember(level, Difference(Members(level), {"low"}))',
    'IsMember(level, Difference(Members(level), {other}))',
    'Exists(s in Intersect({x, y}, {1, 2}), s > 1)',
    'ForAll(s in Union(all, {c}), s)',
    'ForAll(s in Difference({a}, {a}), s)',
    'ForAll(v in {1, 2}, Exists(w in Difference({x}, {v}), True))',
  ])('is not used by %s', (condition) => {
    expect(uses(condition)).toBe(false)
  })

  it('matters only to answers of older engines', () => {
    const changes = engineChanges(openRuleset(`${DECLARED} assert it { ForAll(s in unread, s) };`))
    const older = ['0.1.0+z3-5.2.0', '0.1.12', '0.0.9+z3-4.1.0']
    const later = ['0.2.0+z3-5.2.0', '0.2.1', '0.10.0+z3-5.2.0', '1.0.0']
    expect(older.map((engine) => changesSince(changes, engine).length)).toEqual([1, 1, 1])
    expect(later.map((engine) => changesSince(changes, engine).length)).toEqual([0, 0, 0, 0])
  })
})

describe('what changed with engine 0.3.0', () => {
  const changesOf = (condition: string) => engineChanges(openRuleset(`${DECLARED} assert it { ${condition} };`))

  it('is used by a remainder, including in a definition', () => {
    const inLet = openRuleset(`${DECLARED} let boxes = x % 12; assert it { boxes == 0 };`)
    for (const changes of [changesOf('x % 1 == 0'), changesOf('Or(a, y < x % y)'), engineChanges(inLet)]) {
      expect(changes.map(({ since }) => since)).toEqual(['0.3.0'])
      expect([changesSince(changes, '0.2.0+z3-5.2.0').length, changesSince(changes, '0.3.0').length]).toEqual([1, 0])
      expect(decideMoreOnly(changes)).toBe(true)
    }
    expect(changesOf('x / 12 == y')).toEqual([])
  })

  it('is listed next to the previous change, which changes more', () => {
    const changes = changesOf('Exists(s in Difference({x % 2}, {y}), s == 1)')
    expect(changes.map(({ since }) => since)).toEqual(['0.2.0', '0.3.0'])
    expect(decideMoreOnly(changes)).toBe(false)
  })
})

describe('what changed with engine 0.4.0', () => {
  const since = (text: string) => engineChanges(openRuleset(DECLARED + text)).map((change) => change.since)

  it.each(['(2 * x) % 2 == 0', '(x + y) % 12 == 0', '-x % 2 == 0', 'If(a, 2 * x, y) % 2 == 0', '(x % 12) % y == 0'])(
    'is used by %s',
    (condition) => expect(since(`assert it { ${condition} };`)).toEqual(['0.3.0', '0.4.0']),
  )

  it.each(['x % 2 == 0', 'Or(a, y < x % y)', '7 % x == 0'])('is not used by %s', (condition) =>
    expect(since(`assert it { ${condition} };`)).toEqual(['0.3.0']),
  )

  it('is used through a definition, and only decides more', () => {
    expect(since('let both = x + y; assert it { both % 2 == 0 };')).toEqual(['0.3.0', '0.4.0'])
    expect(since('let own = x; assert it { own % 2 == 0 };')).toEqual(['0.3.0'])
    expect(decideMoreOnly(engineChanges(openRuleset(`${DECLARED} assert it { (x + y) % 2 == 0 };`)))).toBe(true)
  })
})
