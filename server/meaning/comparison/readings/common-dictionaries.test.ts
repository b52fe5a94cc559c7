/** A pair is compared under the dictionaries that both rulesets accept. */
import { expect, it } from 'vitest'
import { Meter } from '../../../engine/core/meter'
import { compileText, startSolver } from '../../../engine/testing/ask'
import { underBuiltIn, wrongWitnesses } from '../../testing/checked-witnesses'
import { compareRulesets } from '../comparison'
import type { Comparison } from '../comparison-result'

const solver = startSolver()

function compare(before: string, after: string): Comparison {
  const budget = { solver_steps: 200_000, solver_memory_mb: 256 }
  const tools = { solver, mode: 'tiers', budget, meter: new Meter(50_000_000) } as const
  const [was, now] = [`version 1.4;\n${before}`, `version 1.4;\n${after}`].map((text) => compileText(text))
  const comparison = compareRulesets(underBuiltIn(was!), underBuiltIn(now!), tools)
  expect(wrongWitnesses(was!, now!, comparison, tools)).toEqual([])
  for (const { changes } of comparison.pairs)
    for (const { witness } of changes) expect(witness.before).toEqual(witness.after)
  return comparison
}

const OPTIONAL = 'declare co as optional record { i as numeric };'
const PLAIN = 'declare co as record { i as numeric };'
const ALL = 'assert a { ForAll(e in d, e.x >= 5) };'

it.each([
  [
    'a number',
    'x',
    'declare x as numeric or {"NA"}; assert a { x >= 5 };',
    'declare x as numeric; assert a { x >= 5 };',
  ],
  [
    'a number with another use',
    'x',
    'declare x as numeric or {"NA"}; assert a { And(x != "NA", x >= 5) };',
    'declare x as numeric; assert a { x >= 5 };',
  ],
  [
    'a date',
    'x',
    'declare x as date or {"none"}; assert a { x >= 2020-01-01 };',
    'declare x as date; assert a { x >= 2020-01-01 };',
  ],
  [
    'an entry of a list',
    'd[1].x d[2].x',
    `declare d as list of { x as numeric or {"NA"} } up to 2; ${ALL}`,
    `declare d as list of { x as numeric } up to 2; ${ALL}`,
  ],
  [
    'an optional record',
    'co',
    `${OPTIONAL} assert a { And(IsGiven(co), co.i >= 5) };`,
    `${PLAIN} assert a { co.i >= 5 };`,
  ],
])('%s with and without a code or an absence is the same for dictionaries of both', (_, unless, coded, plain) => {
  for (const [before, after] of [
    [coded, plain],
    [plain, coded],
  ] as const) {
    const [pair] = compare(before, after).pairs
    expect(pair).toMatchObject({ verdict: 'same', changes: [], unless: unless.split(' ') })
  }
})

it('compares a reported value under the values of both', () => {
  const [coded, plain] = [
    'declare x as numeric or {"NA"}; report r = If(x == "NA", 0, x); assert a { x >= 5 };',
    'declare x as numeric; report r = x; assert a { x >= 5 };',
  ]
  for (const [before, after] of [
    [coded, plain],
    [plain, coded],
  ] as const)
    expect(compare(before!, after!).findings.map(({ kind }) => kind)).not.toContain('report-changed')
})

it('finds a change of the number next to a code that was removed', () => {
  const [pair] = compare(
    'declare x as numeric or {"NA"}; assert a { Or(x == "NA", x >= 5) };',
    'declare x as numeric; assert a { x >= 6 };',
  ).pairs
  expect(pair!.changes.map(({ witness }) => witness.words)).toEqual(['If x is 5: TRUE before, FALSE now'])
})

it('finds a change inside a record that need not be given any more', () => {
  const nested = (outer: string) => `declare co as ${outer} { s as optional record { i as numeric } };`
  const [pair] = compare(
    `${nested('optional record')} assert a { And(IsGiven(co), IsGiven(co.s), co.s.i >= 5) };`,
    `${nested('record')} assert a { And(IsGiven(co.s), co.s.i >= 7) };`,
  ).pairs
  expect(pair).toMatchObject({ verdict: 'stricter', changes: [{ witness: { after: { co: { s: { i: '5' } } } } }] })
})

it('does not say that an unknown claim is answered alike after a change to whole numbers', () => {
  const text = (type: string) => `declare w as ${type}; assert a { w != 2.5 };`
  expect(compare(text('whole'), text('numeric')).pairs).toMatchObject([{ verdict: 'same', unless: ['w'] }])
})

it.each([
  ['w', '2.5', 'FALSE TRUE', 'whole or {"b"} else "i"', 'w != "i"', 'numeric or {"b"} else "i"', 'w != "i"'],
  ['w', '2.5', 'TRUE FALSE', 'whole else "i"', 'Or(w == "i", w > 100)', 'numeric else "i"', 'Or(w == "i", w > 100)'],
  ['k', 'y', 'FALSE TRUE', 'enum {"x", "y"} else "z"', 'k == "z"', 'enum {"x"} else "z"', 'k == "z"'],
  ['x', 'NA', 'TRUE FALSE', 'numeric or {"NA"} else "bad"', 'x == "NA"', 'numeric or {"N/A"} else "bad"', 'x == "N/A"'],
  ['t', 'na', 'FALSE TRUE', 'text or {"NA"}', 't == "NA"', 'text ignoring case or {"NA"}', 't == "NA"'],
  [
    'n',
    '1 USD',
    'TRUE UNKNOWN',
    'numeric "USD" or {"b"} else "x"',
    'n != "x"',
    'numeric "EUR" or {"b"} else "x"',
    'n != "x"',
  ],
  ['n', '1 USD', 'FALSE UNKNOWN', 'numeric "USD" or {"b"}', 'n == "b"', 'numeric "EUR" or {"b"}', 'n == "b"'],
  ['n', '2', 'TRUE FALSE', 'numeric', 'n >= 2', 'numeric or {"2"}', 'And(n != "2", n >= 2)'],
])('%s sent as "%s" is answered %s', (name, submitted, answers, was, asked, now, askedNow) => {
  const [before, after] = [
    `declare ${name} as ${was}; assert a { ${asked} };`,
    `declare ${name} as ${now}; assert a { ${askedNow} };`,
  ]
  const found = (one: string, other: string) =>
    compare(one, other).pairs[0]!.changes.map(({ before, after, witness }) => ({
      answers: [before, after],
      claims: witness.after,
      words: witness.words.split(':')[0],
    }))
  const expected = { claims: { [name]: submitted }, words: `If ${name} is sent as "${submitted}"` }
  expect(found(before, after)).toContainEqual({ ...expected, answers: answers.split(' ') })
  expect(found(after, before)).toContainEqual({ ...expected, answers: answers.split(' ').reverse() })
})

it('says what becomes of a member that the claim no longer knows', () => {
  const text = (type: string) => `declare k as ${type}; assert a { k != "x" };`
  const sentence = (before: string, after: string) =>
    compare(text(before), text(after)).findings.find(({ kind }) => /^(member|whole)-/.test(kind))?.sentence
  expect(sentence('enum {"x", "y"} else "z"', 'enum {"x"} else "z"')).toMatch(
    /^The claim k no longer knows "y": such a text is read as “z” now\./,
  )
  expect(sentence('text or {"NA"}', 'text')).toMatch(
    /no longer knows "NA": such a text is read like any other text now/,
  )
  expect(sentence('numeric or {"x"} else "z"', 'whole or {"x"} else "z"')).toMatch(
    /as a text, another number is read as “z”\./,
  )
})

it.each([
  [
    'a code that the later ruleset reads as any other text',
    'declare x as numeric or {"NA"} else "bad"; report r = If(x == "NA", 1, 0); assert a { x >= 5 };',
    'declare x as numeric or {"N/A"} else "bad"; report r = If(x == "N/A", 1, 0); assert a { x >= 5 };',
    'If x is sent as "NA": 1 before, 0 now.',
  ],
  [
    'a number that is a code now',
    'declare x as numeric; report r "USD" = x * 3 "USD"; assert a { x >= 5 };',
    'declare x as numeric or {"2"}; report r "USD" = If(x == "2", 0 "USD", x * 3 "USD"); assert a { x >= 5 };',
    'If x is sent as "2": 6 USD before, 0 USD now.',
  ],
  [
    'a number without a value, which is a code now',
    'declare x as numeric; report r = x + 1; assert a { x >= 5 };',
    'declare x as numeric or {"8888"}; report r = x + 1; assert a { x >= 5 };',
    'If x is sent as "8888": 8889 before, no value now.',
  ],
  [
    'a member that is another text now, beside another claim',
    'declare b as boolean; declare k as enum {"x", "y"} else "z"; report r = If(And(b, k == "z"), 1, 2); assert a { b };',
    'declare b as boolean; declare k as enum {"x"} else "z"; report r = If(And(b, k == "z"), 1, 2); assert a { b };',
    'If k is sent as "y" and ‘b’ is yes: 2 before, 1 now.',
  ],
  [
    'a fraction where whole numbers count',
    'declare w as whole else "i"; report r = w == "i"; assert a { w > 5 };',
    'declare w as numeric else "i"; report r = w == "i"; assert a { w > 5 };',
    'If w is sent as "2.5": yes before, no now.',
  ],
  [
    'a unit that does not convert',
    'declare n as numeric "USD" or {"b"}; report r = If(n == "b", 1, 2); assert a { n > 5 "USD" };',
    'declare n as numeric "EUR" or {"b"}; report r = If(n == "b", 1, 2); assert a { n > 5 "EUR" };',
    'If n is sent as "1 USD": 2 before, no value now.',
  ],
])('a reported value changes with %s', (_, before, after, sentence) => {
  const found = compare(before, after).findings.filter(({ kind }) => kind === 'report-changed')
  expect(found.length).toBe(1)
  expect(found[0]!.sentence).toContain(sentence)
})

it('says nothing of a reported value that every reading leaves as it was', () => {
  const text = (codes: string) =>
    `declare x as numeric or ${codes}; declare y as numeric; report r = y + If(x == "NA", 1, 1); assert a { x >= 5 };`
  for (const [before, after] of [
    ['{"NA", "b"}', '{"NA", "c"}'],
    ['{"NA"} else "b"', '{"NA"} else "c"'],
  ] as const)
    expect(compare(text(before), text(after)).findings.filter(({ kind }) => kind.startsWith('report-'))).toEqual([])
})
