import { Ajv2020 } from 'ajv/dist/2020'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printNumeral } from '../../language/numeric/numeral'
import type { Input } from '../../language/semantics/checked-input'
import { SYMBOLS } from '../../language/units/symbol-table'
import { createUnitLibrary } from '../../language/units/unit-library'
import { createBinder } from '../claims/binder'
import { DEFAULT_BIND_LIMITS } from '../claims/reading'
import {
  binderOf,
  booleanClaim,
  enumClaim,
  exactNumber,
  LIBRARY,
  numberClaim,
  readDictionary,
  rulesetOf,
} from '../testing/claims'
import { claimSet, dictionaryText, valueText } from '../testing/random-claims'
import { claimSchema } from './claim-schema'
import { validationContract } from './validation-contract'

const ajv = new Ajv2020({ allowUnionTypes: true, ownProperties: true })

function validator(inputs: readonly Input[]): (json: string) => boolean {
  // A validator reads a schema back from JSON text.
  const schema = JSON.parse(JSON.stringify(claimSchema(rulesetOf(...inputs))))
  const validate = ajv.compile(schema)
  return (json) => validate(JSON.parse(json))
}

/** The schema does not cover numbers that JSON.parse cannot read, such as 1e400. */
function isReadableByDoubles(json: string): boolean {
  return !/\b1e400\b(?!")/.test(json)
}

const BOUNDS = [
  '-1000',
  '-12.5',
  '-1',
  '-0.05',
  '0',
  '0.05',
  '0.5',
  '1',
  '9.99',
  '12',
  '100',
  '101.5',
  '1000',
  '5000000',
]
const PROJECT = createUnitLibrary([{ from: 'EUR', to: 'USD', factor: exactNumber('1.1'), offset: exactNumber('0') }])

const range = fc
  .uniqueArray(fc.nat({ max: BOUNDS.length - 1 }), { minLength: 2, maxLength: 2 })
  .map((at) => at.toSorted((a, b) => a - b).map((index) => BOUNDS[index]!) as [string, string])
const numericClaim = fc
  .tuple(fc.option(fc.constantFrom(...SYMBOLS.keys(), 'widget', 'mg/kg', 'm/s2', '1/h')), fc.option(range))
  .map(([unit, bounds]) => numberClaim('x', unit, bounds === null ? {} : { range: bounds }))
const otherClaim = claimSet.map(([claim]) => ({ ...claim!, name: 'x' }))

/** Values of any kind, and numerals in and next to the range, with or without units of the claim. */
function sentFor(claim: Input): fc.Arbitrary<string> {
  const around = [claim.range?.min, claim.range?.max].flatMap((bound) => {
    if (bound === undefined) return []
    const text = printNumeral(bound)
    const longer = text.includes('.') ? `${text}0` : `${text}.0`
    return [text, longer, `${longer}1`, `00${text}`, `${text}e0`, `${text}/1`, String(Number(text) - 1), `${text}9`]
  })
  const decimal = fc
    .tuple(fc.constantFrom('', '-', '-', '0'), fc.nat({ max: 6000 }), fc.constantFrom('', '.0', '.5', '.05', '.999'))
    .map((pieces) => pieces.join(''))
  const numeral = fc.oneof(decimal, fc.constantFrom('0', ...around))
  const declared = claim.unitSpelling ?? 'USD'
  const unit = fc.constantFrom(
    declared,
    declared,
    `"${declared}"`,
    ...SYMBOLS.keys(),
    'mg/kg',
    'zorkmid',
    `${declared}2`,
  )
  const united = fc.tuple(numeral, unit).map((pieces) => JSON.stringify(pieces.join(' ')))
  const bare = numeral.map((text) => JSON.stringify(text))
  const number = numeral.filter((text) => Number.isFinite(Number(text))).map((text) => String(Number(text)))
  return fc.oneof({ weight: 3, arbitrary: united }, bare, number, valueText)
}

/** Whether the value is a decimal without a unit or with the declared one; the schema accepts this form. */
function isPlain(value: unknown, { type, unitSpelling }: Input): boolean {
  if (type.kind !== 'numeric' || typeof value !== 'string' || value === 'unknown') return true
  const [numeral = '', ...unit] = value.split(' ')
  return /^-?[0-9]+([.][0-9]+)?$/.test(numeral) && unit.join(' ') === (unitSpelling ?? '')
}

function described({ type, unitSpelling, range }: Input): string {
  const bounds = range === null ? '' : ` ${printNumeral(range.min)}..${printNumeral(range.max)}`
  return `${type.kind} ${unitSpelling ?? ''}${bounds}`
}

function compareWithCheck(claims: number): void {
  const seen = { both: 0, neither: 0, checkAlone: 0 }
  const property = fc.property(
    fc
      .oneof({ weight: 4, arbitrary: numericClaim }, otherClaim)
      .chain((claim) =>
        fc.tuple(
          fc.constant(claim),
          fc.constantFrom(LIBRARY, PROJECT),
          fc.array(sentFor(claim), { minLength: 20, maxLength: 20 }),
        ),
      ),
    ([claim, library, values]) => {
      const accepts = validator([claim])
      const ruleset = rulesetOf(claim)
      const binder = createBinder(ruleset, library.withOwnSymbols(ruleset.ownSymbols), DEFAULT_BIND_LIMITS)
      for (const value of values) {
        // JSON numbers are compared as doubles.
        const sent = typeof JSON.parse(value) === 'number' ? JSON.stringify(JSON.parse(value)) : value
        const json = `{"x": ${sent}}`
        const binding = binder.bind(readDictionary(json))
        if (accepts(json)) {
          seen.both++
          expect(binding, `${json} for ${described(claim)}`).toMatchObject({ ok: true })
        } else if (binding.ok) {
          seen.checkAlone++
          expect(isPlain(JSON.parse(sent), claim), `${json} for ${described(claim)}`).toBe(false)
        } else seen.neither++
      }
    },
  )
  fc.assert(property, { numRuns: claims })
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(claims / 4)
}

describe('compared with check', () => {
  it('accepts only values that check accepts, and every plain value that check accepts: 4,000 values', {
    tags: 'thorough',
  }, () => {
    compareWithCheck(200)
  })

  it('agrees for 100,000 values', { tags: ['nightly'], timeout: 600_000 }, () => {
    compareWithCheck(5_000)
  })

  it('rejects missing and undeclared claims like check', { tags: 'thorough' }, () => {
    const property = fc.property(
      claimSet.chain((inputs) => fc.tuple(fc.constant(inputs), fc.array(dictionaryText(inputs), { maxLength: 15 }))),
      ([inputs, dictionaries]) => {
        const accepts = validator(inputs)
        const binder = binderOf(inputs)
        for (const json of dictionaries.filter(isReadableByDoubles))
          if (accepts(json)) expect(binder.bind(readDictionary(json)), json).toMatchObject({ ok: true })
      },
    )
    fc.assert(property, { numRuns: 100 })
  })
})

describe('examples', () => {
  const inputs = [
    booleanClaim('paid'),
    enumClaim('level', ['low', 'high'], true),
    enumClaim('state', ['known', 'unknown']),
    numberClaim('nights', null, { range: ['0', '365.5'] }),
    numberClaim('amount', 'USD', { range: ['0', '5000'] }),
  ]
  const accepts = validator(inputs)
  const full = { paid: true, level: 'low', state: 'unknown', nights: 2, amount: '120 USD' }
  const send = (changes: Record<string, unknown>) => accepts(JSON.stringify({ ...full, ...changes }))

  it('accept a full dictionary, and one with nothing determined', () => {
    expect(send({})).toBe(true)
    expect(send({ paid: 'unknown', level: null, state: null, nights: 'unknown', amount: null })).toBe(true)
  })

  it.each<[string, Record<string, unknown>]>([
    ['a missing claim', { paid: undefined }],
    ['an undeclared claim', { stray: 1 }],
    ['a string for a boolean', { paid: 'true' }],
    ['a number for a boolean', { paid: 1 }],
    ['no member', { level: 'medium' }],
    ['a boolean for an enum', { level: true }],
    ['a malformed numeral', { nights: '+2' }],
    ['a unit that does not belong', { nights: '2 d' }],
    ['a number above the range', { nights: 366 }],
    ['a missing unit', { amount: '120' }],
    ['a number where a unit belongs', { amount: 120 }],
    ['a malformed numeral before a unit', { amount: '1,200 USD' }],
    ['two spaces', { amount: '120  USD' }],
    ['a zero denominator', { amount: '120/0 USD' }],
    ['an object', { amount: { value: 120 } }],
  ])('refuse %s', (_, changes) => {
    expect(send(changes)).toBe(false)
  })

  it('validate claims that are named like members of the prototype', () => {
    const names = ['__proto__', 'constructor', 'toString']
    const guarded = validator(names.map((name) => booleanClaim(name)))
    expect(guarded('{"__proto__": true, "constructor": false, "toString": "unknown"}')).toBe(true)
    expect(guarded('{"__proto__": 1, "constructor": false, "toString": "unknown"}')).toBe(false)
    expect(guarded('{"__proto__": true, "constructor": false}')).toBe(false)
    expect(guarded('{"constructor": true, "toString": false}')).toBe(false)
  })

  it('answer hostile strings at once', () => {
    for (const text of [
      '1'.repeat(100_000),
      `1/${'0'.repeat(100_000)}`,
      `1 ${'x'.repeat(100_000)} `,
      '1e'.repeat(50_000),
    ]) {
      expect(send({ nights: text.slice(0, 100_000), amount: text })).toBe(false)
    }
  })
})

describe('the text for a model', () => {
  it('contains question and context, and an example that the schema accepts', () => {
    const claim = { ...numberClaim('amount', 'USD'), question: 'How much?', context: 'The total of the receipt.' }
    expect(claimSchema(rulesetOf(claim)).properties.amount).toMatchObject({
      description: 'How much? The total of the receipt.',
      examples: ['12 USD', 'unknown'],
    })
  })

  it.each([
    ['every spelling of the declared unit, with and without a range', ['12 min', '12 minutes', '12 "min"'], true],
    ['another unit of time without a range alone', ['0.2 h', '720 seconds'], null],
    ['a unit that does not convert', ['12 kg', '12 mo'], false],
    ['no unit at all', ['12 zorkmid', '12 minutes2', '12 min ', '12 USD'], false],
  ])('lists %s', (_, texts, accepted) => {
    for (const range of [undefined, ['0', '60'] as const]) {
      const accepts = validator([numberClaim('x', 'min', range && { range })])
      for (const text of texts) expect(accepts(JSON.stringify({ x: text })), text).toBe(accepted ?? range === undefined)
    }
  })

  it("omits units that only a project's converter relates to the declared one", () => {
    expect(validator([numberClaim('x', 'USD')])('{"x": "12 EUR"}')).toBe(false)
  })

  it('accepts every example of the validation contract except those beyond the schema; check accepts all', {
    tags: 'thorough',
  }, () => {
    const property = fc.property(claimSet, (inputs) => {
      const contract = validationContract(rulesetOf(...inputs), LIBRARY, DEFAULT_BIND_LIMITS)
      for (const [index, { claim, accepts, accepts_beyond_schema }] of contract.claims.entries()) {
        const one = [inputs[index]!]
        const validates = validator(one)
        for (const { example } of [...accepts, ...accepts_beyond_schema]) {
          const json = `{${JSON.stringify(claim)}: ${JSON.stringify(example)}}`
          expect(binderOf(one).bind(readDictionary(json)), json).toMatchObject({ ok: true })
          expect(validates(json), json).toBe(accepts.some((form) => form.example === example))
        }
      }
    })
    fc.assert(property, { numRuns: 100 })
  })
})
