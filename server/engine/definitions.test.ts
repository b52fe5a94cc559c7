import { describe, expect, it } from 'vitest'
import { Definitions, MAX_DEFINITIONS_LISTED } from './definitions'
import { type Claims, knownByName, openText } from './testing/open-text'

const DECLARED = `
// @unit fee USD
declare a as boolean; declare b as boolean; declare x as numeric; declare fee as numeric;
declare kind as enum {"meal", "travel"};
`

function open(source: string) {
  const program = openText(DECLARED + source)
  return { program, definitions: new Definitions(program.ruleset) }
}

/** The definitions that the first assertion uses, as `name = value unit`. */
function listed(source: string, claims: Claims = {}): string[] {
  const { program, definitions } = open(source)
  const values = definitions.values(program, knownByName(program.ruleset, claims))
  return definitions.byAssertion[0]!.map((index) => {
    const { name, value, unit } = values[index]!
    return `${name} = ${value ?? 'null'}${unit === null ? '' : ` ${unit}`}`
  })
}

describe('the definitions of an assertion', () => {
  it('are those that it names directly, through others or through sets, in the order of declaration', () => {
    const lets = 'let low = x / 3; let unread = x + 1; let high = low + 1; let kinds = { low, 7 }; let c = Not(a);'
    expect(listed(`${lets} assert it { Or(high > 2, c) };`, { x: 1, a: true })).toEqual([
      'low = 1/3',
      'high = 4/3',
      'c = false',
    ])
    expect(listed(`${lets} assert it { IsMember(x, kinds) };`, { x: 2 })).toEqual(['low = 2/3'])
    expect(listed(`${lets} assert it { a };`)).toEqual([])
  })

  it('have exact values in their units, members and truth values', () => {
    const source = `let due = fee * 1.15; let share = due / 10 "USD"; let name = IF a THEN "meal" ELSE "travel" END;
      assert it { And(due > 0.01 "USD", share > 1, kind == name) };`
    expect(listed(source, { fee: 0.1, a: false })).toEqual(['due = 0.115 USD', 'share = 0.0115', 'name = travel'])
  })

  it('have no value if the claims do not determine it', () => {
    const source = 'let y = x + 1; let z = 1 / x; let e = If(a, 5, 5); assert it { And(y > 0, z > 0, e > 0) };'
    expect(listed(source)).toEqual(['y = null', 'z = null', 'e = 5'])
    // After a division by zero nothing has a value.
    expect(listed(source, { x: 0 })).toEqual(['y = 1', 'z = null', 'e = 5'])
  })

  it('have no value if units do not bridge', () => {
    const source = 'let sum = fee + 1 "EUR"; let more = sum * 2; let free = a; assert it { And(more > 0 "USD", free) };'
    expect(listed(source, { fee: 1, a: true })).toEqual(['sum = null USD', 'more = null USD', 'free = true'])
  })

  it('are not listed if all assertions together refer to too many', () => {
    const lets = Array.from({ length: 200 }, (_, i) => `let d${i} = ${i === 0 ? 'x' : `d${i - 1}`} + 1;`).join('\n')
    const asserts = (count: number) =>
      Array.from({ length: count }, (_, i) => `assert t${i} { d199 > ${i} };`).join('\n')
    const most = MAX_DEFINITIONS_LISTED / 200
    expect(open(lets + asserts(most)).definitions.byAssertion.map(({ length }) => length)).toEqual(
      Array.from({ length: most }, () => 200),
    )
    const { definitions } = open(lets + asserts(most + 1))
    expect(definitions.byAssertion).toEqual([])
    expect(definitions.isEmpty).toBe(true)
  })

  it('cost no more than their own budget', () => {
    const lets = Array.from({ length: 60 }, (_, i) => `let d${i} = ${i === 0 ? 'x' : `d${i - 1} * d${i - 1}`};`).join(
      '\n',
    )
    const values = listed(`${lets} assert it { d59 > 0 };`, { x: 3 })
    expect(values[0]).toBe('d0 = 3')
    expect(values[2]).toBe('d2 = 81')
    expect(values.at(-1)).toBe('d59 = null')
  })
})
