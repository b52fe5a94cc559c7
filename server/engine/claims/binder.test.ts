import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LARGE, membersOf } from '../../language/numeric/large-object'
import { JsonNumber } from '../../language/numeric/lossless-json'
import { printNumeral } from '../../language/numeric/numeral'
import { Rational } from '../../language/numeric/rational'
import { Meter, StepsExceededError } from '../core/meter'
import {
  binderOf,
  bindJson,
  booleanClaim,
  enumClaim,
  expectBound,
  expectRejected,
  LIBRARY,
  numberClaim,
  readDictionary,
  rulesetOf,
} from '../testing/claims'
import { claimSet, dictionaryText } from '../testing/random-claims'
import { ClaimReader } from './claim-reader'
import { ClaimSlot, UnitReader } from './claim-slot'
import { DEFAULT_BIND_LIMITS, OverLimit, type Reading, Refused, Unbridged } from './reading'

const claims = [
  booleanClaim('has_receipt'),
  enumClaim('category', ['travel', 'meals']),
  numberClaim('amount', 'USD'),
  numberClaim('nights'),
  booleanClaim('open_point', { kind: 'local' }),
]
const full = { has_receipt: true, category: 'meals', amount: '120 USD', nights: 2 }

function send(changes: Record<string, unknown>): string {
  return JSON.stringify({ ...full, ...changes })
}

describe('a bound dictionary', () => {
  it('has one entry per input, locals included', () => {
    const answer = expectBound(bindJson(claims, send({})))
    expect(answer.known.map((value) => (value instanceof Rational ? printNumeral(value) : value))).toEqual([
      true,
      'meals',
      '120',
      '2',
      null,
    ])
    expect(answer.bound).toEqual(['has_receipt', 'category', 'amount', 'nights'])
    expect(answer.unbound).toEqual([])
    expect(answer.unbridged.size).toBe(0)
  })

  it('lists claims in the order of declaration', () => {
    const answer = expectBound(
      bindJson(claims, '{"nights": 2, "amount": null, "category": "meals", "has_receipt": "unknown"}'),
    )
    expect(answer.bound).toEqual(['category', 'nights'])
    expect(answer.unbound).toEqual(['has_receipt', 'amount'])
  })

  it('binds a unit without a conversion as unbridged', () => {
    const answer = expectBound(bindJson(claims, send({ amount: '120 EUR' })))
    expect([...answer.unbridged]).toEqual([[2, { from: 'EUR', to: 'USD' }]])
    expect(answer.known[2]).toBeNull()
    expect(answer.bound).toContain('amount')
    expect(answer.unbound).toEqual([])
  })

  it('accepts an empty dictionary if the ruleset declares no claims', () => {
    const answer = expectBound(bindJson([booleanClaim('x', { kind: 'local' })], '{}'))
    expect(answer.known).toEqual([null])
    expect(answer.bound).toEqual([])
  })

  it('treats a double from the same process like the JSON text that it prints', () => {
    const binder = binderOf([numberClaim('x', null, { range: ['0', '1'] })])
    expect(expectBound(binder.bind({ x: 0.1 })).known).toEqual(
      expectBound(binder.bind({ x: new JsonNumber('0.1') })).known,
    )
    expect(expectBound(binder.bind({ x: 0.1 })).quantities).toEqual([
      { claim: 'x', submitted: '0.1', bound: '0.1', measured_in: null },
    ])
    expect(expectRejected(binder.bind({ x: Number.NaN })).failures[0]!.expected).toMatch(/^a JSON number/)
  })
})

describe('failures', () => {
  it('are listed together: declared claims in their order, then the others as sent', () => {
    const answer = expectRejected(
      bindJson(claims, '{"zebra": 1, "nights": "+1", "has_receipt": "yes", "amout": "120 USD"}'),
    )
    expect(answer.failures.map(({ field, received }) => [field, received])).toEqual([
      ['has_receipt', '"yes"'],
      ['category', 'nothing'],
      ['amount', 'nothing'],
      ['nights', '"+1"'],
      ['zebra', '1'],
      ['amout', '"120 USD"'],
    ])
    expect(answer.failureCount).toBe(6)
  })

  it('suggest the missing claim that an undeclared name probably meant', () => {
    const answer = expectRejected(bindJson([numberClaim('amount', 'USD')], '{"amout": "120 USD"}'))
    expect(answer.failures.map((failure) => failure.expected)).toEqual([
      'a value: a string of number, space and unit such as "12 USD", or "unknown" where it cannot be determined',
      'nothing under this name: the ruleset declares no such claim; did you mean "amount"?',
    ])
  })

  it('suggest no name that is already present', () => {
    const answer = expectRejected(bindJson([numberClaim('amount', 'USD')], '{"amount": "1 USD", "amout": "120 USD"}'))
    expect(answer.failures.map((failure) => failure.expected)).toEqual([
      'nothing under this name: the ruleset declares no such claim',
    ])
  })

  it('list the first 100 and count the rest', () => {
    const inputs = Array.from({ length: 60 }, (_, i) => booleanClaim(`claim_${i}`))
    const sent = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`stray_${i}`, i]))
    const answer = expectRejected(bindJson(inputs, JSON.stringify(sent)))
    expect(answer.failureCount).toBe(150)
    expect(answer.failures).toHaveLength(100)
    expect(answer.failures[59]!.field).toBe('claim_59')
    expect(answer.failures[99]!.field).toBe('stray_39')
  })

  it('treat an undefined value as missing', () => {
    const answer = expectRejected(binderOf([booleanClaim('x')]).bind({ x: undefined }))
    expect(answer.failures.map((failure) => failure.received)).toEqual(['nothing'])
    expect(answer.failureCount).toBe(1)
  })
})

describe('a large dictionary', () => {
  const inputs = Array.from({ length: LARGE + 10 }, (_, i) =>
    i % 3 === 0
      ? booleanClaim(`claim_${i}`)
      : i % 3 === 1
        ? numberClaim(`claim_${i}`)
        : enumClaim(`claim_${i}`, ['a', 'b']),
  )
  const values = [true, 12, 'b']
  const all = inputs.map(({ name }, i): [string, unknown] => [name, values[i % 3]])
  const binder = binderOf(inputs)
  const changes: readonly [string, readonly [string, unknown][]][] = [
    ['in the order of declaration', all],
    ['in another order', all.toReversed()],
    ['with an unknown claim', all.with(5, [all[5]![0], null])],
    ['without a claim', all.toSpliced(7, 1)],
    ['with another claim', [...all, ['claim_x', 1]]],
    ['with another claim in the place of one', all.with(9, ['claim_x', 1])],
    ['with a wrong value', all.with(3, [all[3]![0], 'yes'])],
    ['with an inherited name', [...all, ['toString', 1]]],
  ]
  it.each(changes)('%s is bound like one that was not read as JSON', (title, sent) => {
    for (const earlier of [all, sent]) readDictionary(JSON.stringify(Object.fromEntries(earlier)))
    const claims = readDictionary(JSON.stringify(Object.fromEntries(sent)))
    const [listed, plain] = [claims, { ...claims }].map((dictionary) => binder.bind(dictionary))
    expect(membersOf(claims)?.names).toHaveLength(sent.length)
    expect(listed!.ok ? { ...listed, claims: {} } : listed).toEqual(plain!.ok ? { ...plain, claims: {} } : plain)
    expect(listed!.ok).toBe(!/without|another claim|wrong|inherited/.test(title))
  })
})

describe('budgets', () => {
  it.each([
    ['claim_value_bytes', '"aaaaaaaaaaaaaaaaaaaa"', '"aaaaaaaaaaaaaaaaaaaaa"', 20, 21],
    [
      'claim_value_bytes',
      '"\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9"',
      '"\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9a"',
      20,
      21,
    ],
    [
      'claim_value_bytes',
      '"\ud83d\ude00\ud83d\ude00\ud83d\ude00\ud83d\ude00\ud83d\ude00"',
      '"\ud83d\ude00\ud83d\ude00\ud83d\ude00\ud83d\ude00\ud83d\ude00a"',
      20,
      21,
    ],
    ['claim_value_bytes', '12345678901234567890', '123456789012345678901', 20, 21],
  ] as const)('%s refuses at limit + 1 and not at the limit', (budget, within, beyond, allowed, actual) => {
    const limits = { [budget]: allowed }
    expect(bindJson([booleanClaim('c')], `{"c": ${within}}`, limits)).toMatchObject({ ok: false, failureCount: 1 })
    expect(bindJson([booleanClaim('c')], `{"c": ${beyond}}`, limits)).toEqual({
      ok: false,
      budget,
      limit: allowed,
      actual,
    })
  })

  it('allow everyday values only up to a low limit', () => {
    const limits = { claim_value_bytes: 8 }
    const inputs = [numberClaim('n'), numberClaim('u', 'USD')]
    expect(bindJson(inputs, '{"n": 12345678, "u": "1234 USD"}', limits).ok).toBe(true)
    expect(bindJson(inputs, '{"n": 123456789, "u": "1234 USD"}', limits)).toMatchObject({ actual: 9 })
    expect(bindJson(inputs, '{"n": 12345678, "u": "12345 USD"}', limits)).toMatchObject({ actual: 9 })
    expect(bindJson(inputs, '{"n": 1234, "u": "1 USD"}', { numeral_digits: 3 })).toMatchObject({ actual: 4, limit: 3 })
  })

  it.each([
    ['"12345678901234567890"', '"123456789012345678901"'],
    ['12345678901234567890', '123456789012345678901'],
    ['1e19', '1e20'],
    ['"1/12345678901234567890"', '"1/123456789012345678901"'],
    ['0.0000000000000000001', '0.00000000000000000001'],
  ])('numeral_digits: %s passes, %s does not', (within, beyond) => {
    const limits = { numeral_digits: 20 }
    expect(bindJson([numberClaim('c')], `{"c": ${within}}`, limits).ok).toBe(true)
    expect(bindJson([numberClaim('c')], `{"c": ${beyond}}`, limits)).toMatchObject({
      ok: false,
      budget: 'numeral_digits',
      limit: 20,
    })
  })

  it('count the digits of an expanded exponent', () => {
    expect(bindJson([numberClaim('c')], '{"c": 1e1000}')).toEqual({
      ok: false,
      budget: 'numeral_digits',
      limit: 1000,
      actual: 1001,
    })
    const answer = bindJson([numberClaim('c', 'USD')], `{"c": "1e${'9'.repeat(400)} USD"}`)
    expect(answer).toEqual({ ok: false, budget: 'numeral_digits', limit: 1000, actual: Number.MAX_SAFE_INTEGER })
  })

  it('precede every failure and apply to undeclared values too', () => {
    const inputs = [booleanClaim('a'), numberClaim('b')]
    const limits = { claim_value_bytes: 20 }
    const long = `"${'x'.repeat(30)}"`
    expect(bindJson(inputs, `{"a": 1, "b": ${long}}`, limits)).toMatchObject({
      budget: 'claim_value_bytes',
      actual: 30,
    })
    expect(bindJson(inputs, `{"a": 1, "stray": ${long}}`, limits)).toMatchObject({ budget: 'claim_value_bytes' })
  })

  it('never refuse a member of the vocabulary', () => {
    const member = 'm'.repeat(30)
    expect(bindJson([enumClaim('c', [member])], `{"c": "${member}"}`, { claim_value_bytes: 20 }).ok).toBe(true)
  })

  it('charge the same steps on the first and on every later reading', () => {
    const binder = binderOf([
      numberClaim('a', 'min'),
      numberClaim('b', 'min', { range: ['0', '100'] }),
      numberClaim('c'),
    ])
    for (const json of [
      '{"a": "1.5 h", "b": "0.5 \\"hours\\"", "c": 1e-15}',
      '{"a": "1e3 s", "b": "1e30 h", "c": 1e30}',
      '{"a": "2 kg", "b": "3 minutes", "c": "7/3"}',
    ]) {
      const steps = [new Meter(1e9), new Meter(1e9), new Meter(1e9)].map((meter) => {
        binder.bind(readDictionary(json), meter)
        return meter.steps
      })
      expect(steps).toEqual([steps[0], steps[0], steps[0]])
      expect(steps[0]).toBeGreaterThan(0)
    }
  })

  it('charge long numerals but not everyday ones', () => {
    const binder = binderOf([numberClaim('c')])
    const meter = new Meter(1000)
    binder.bind(readDictionary('{"c": 120.50}'), meter)
    expect(meter.steps).toBe(0)
    const long = readDictionary(`{"c": "0.${'37'.repeat(490)}"}`)
    expect(() => binder.bind(long, meter)).toThrow(StepsExceededError)
    expect(binder.bind(long, new Meter(1_000_000)).ok).toBe(true)
  })
})

function shown(reading: Reading): string {
  if (reading instanceof Rational) return printNumeral(reading)
  if (reading instanceof Refused) return 'refused'
  if (reading instanceof Unbridged) return `unbridged from ${reading.from}`
  if (reading instanceof OverLimit) return `over ${reading.exceeded.budget}`
  return JSON.stringify(reading)
}

it('the quick path agrees with the claim reader, on the first call and on the next', { tags: 'thorough' }, () => {
  const seen = { bound: 0, refused: 0 }
  const property = fc.property(
    claimSet.chain((inputs) => fc.tuple(fc.constant(inputs), dictionaryText(inputs))),
    ([inputs, text]) => {
      const binder = binderOf(inputs)
      const library = LIBRARY.withOwnSymbols(rulesetOf(...inputs).ownSymbols)
      const reader = new ClaimReader(DEFAULT_BIND_LIMITS, null)
      const claims = readDictionary(text)
      const defined = inputs.map((input, index) => {
        const units =
          input.declaredUnit === null ? null : new UnitReader(library, input.declaredUnit, input.unitSpelling!)
        const value = Object.hasOwn(claims, input.name) ? claims[input.name] : undefined
        return shown(reader.read(new ClaimSlot(index, input, units), value))
      })
      for (const answer of [binder.bind(claims), binder.bind(claims)]) {
        if (answer.ok) {
          seen.bound++
          const quick = answer.known.map((value, index) => {
            const unbridged = answer.unbridged.get(index)
            return unbridged === undefined ? shown(value) : `unbridged from ${unbridged.from}`
          })
          expect(quick).toEqual(defined)
          // Every numeric claim with a value has an entry, in any spelling.
          const numerics = inputs.filter(({ type, name }) => type.kind === 'numeric' && answer.bound.includes(name))
          expect(answer.quantities.map((entry) => entry.claim)).toEqual(numerics.map((input) => input.name))
        } else if ('failures' in answer) {
          seen.refused++
          const undeclared = Object.keys(claims).filter((name) => !inputs.some((input) => input.name === name))
          const refused = inputs.filter((_, index) => defined[index] === 'refused').map((input) => input.name)
          expect(answer.failures.map((failure) => failure.field)).toEqual([...refused, ...undeclared])
        } else expect(defined).toContain(`over ${answer.budget}`)
      }
    },
  )
  fc.assert(property, { numRuns: 3000 })
  // The test proves nothing unless the generator makes both often.
  expect(seen.bound).toBeGreaterThan(500)
  expect(seen.refused).toBeGreaterThan(500)
})
