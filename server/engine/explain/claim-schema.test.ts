import { Ajv2020 } from 'ajv/dist/2020'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Input } from '../../language/semantics/checked-ruleset'
import type { Failure } from '../claims/binding'
import { claimRules, type RuleName, UNDECLARED } from '../claims/claim-rules'
import { binderOf, boolean, dictionary, enumeration, numeric, rulesetOf } from '../testing/claims'
import { claimSet, dictionaryText } from '../testing/random-claims'
import { claimSchema } from './claim-schema'
import { validationContract } from './validation-contract'

/** What only check can know; all other rules are the schema's too. */
const BEYOND_SCHEMA: readonly RuleName[] = ['unit_known', 'unit_convertible', 'range']

function validator(inputs: readonly Input[]): (json: string) => boolean {
  // On the wire a schema is JSON text; a validator that reads it back sees the same.
  const schema = JSON.parse(JSON.stringify(claimSchema(rulesetOf(...inputs))))
  const validate = new Ajv2020({ allowUnionTypes: true, ownProperties: true }).compile(schema)
  return (json) => validate(JSON.parse(json))
}

/** The rule that a failure names, derived from its text alone as a program would with validation_contract. */
function ruleOf(failure: Failure, inputs: readonly Input[]): RuleName {
  const claim = inputs.find((input) => input.name === failure.field)
  const rules = claim === undefined ? [UNDECLARED] : claimRules(claim)
  const named = rules.filter(({ expected }) => `${failure.expected}; `.startsWith(`${expected}; `))
  expect(named, failure.expected).toHaveLength(1)
  return named[0]!.rule
}

/** Numbers that JSON.parse cannot read, such as 1e400, are no matter of the schema. */
function readableByDoubles(json: string): boolean {
  return !/\b1e400\b(?!")/.test(json)
}

it('accepts what check accepts and refuses what the schema can know', () => {
  const seen = { accepted: 0, refused: 0, beyond: 0 }
  const property = fc.property(
    claimSet.chain((inputs) =>
      fc.tuple(fc.constant(inputs), fc.array(dictionaryText(inputs), { minLength: 15, maxLength: 15 })),
    ),
    ([inputs, dictionaries]) => {
      const accepts = validator(inputs)
      const binder = binderOf(inputs)
      for (const json of dictionaries.filter(readableByDoubles)) {
        const binding = binder.bind(dictionary(json))
        if (binding.ok) {
          seen.accepted++
          expect(accepts(json), json).toBe(true)
        } else if ('failures' in binding) {
          const rules = binding.failures.map((failure) => ruleOf(failure, inputs))
          if (rules.some((rule) => !BEYOND_SCHEMA.includes(rule))) {
            seen.refused++
            expect(accepts(json), json).toBe(false)
          } else seen.beyond++
        }
      }
    },
  )
  fc.assert(property, { numRuns: 100 })
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(50)
})

describe('by example', () => {
  const inputs = [
    boolean('paid'),
    enumeration('level', ['low', 'high'], true),
    enumeration('state', ['known', 'unknown']),
    numeric('nights', null, { range: ['0', '365.5'] }),
    numeric('amount', 'USD', { range: ['0', '5000'] }),
  ]
  const accepts = validator(inputs)
  const full = { paid: true, level: 'low', state: 'unknown', nights: 2, amount: '120 USD' }
  const send = (changes: Record<string, unknown>) => accepts(JSON.stringify({ ...full, ...changes }))

  it('accepts a full dictionary, and one with nothing determined', () => {
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
  ])('refuses %s', (_, changes) => {
    expect(send(changes)).toBe(false)
  })

  it('validates claims that are named like members of the prototype', () => {
    const names = ['__proto__', 'constructor', 'toString']
    const guarded = validator(names.map((name) => boolean(name)))
    expect(guarded('{"__proto__": true, "constructor": false, "toString": "unknown"}')).toBe(true)
    expect(guarded('{"__proto__": 1, "constructor": false, "toString": "unknown"}')).toBe(false)
    expect(guarded('{"__proto__": true, "constructor": false}')).toBe(false)
    expect(guarded('{"constructor": true, "toString": false}')).toBe(false)
  })

  it('answers hostile strings at once', () => {
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

describe('what it says to a model', () => {
  it('asks the question, in context, and shows an example that it accepts itself', () => {
    const claim = { ...numeric('amount', 'USD'), question: 'How much?', context: 'The total of the receipt.' }
    expect(claimSchema(rulesetOf(claim)).properties.amount).toMatchObject({
      description: 'How much? The total of the receipt.',
      examples: ['12 USD', 'unknown'],
    })
  })

  it('holds every example of the validation contract', () => {
    fc.assert(
      fc.property(claimSet, (inputs) => {
        const contract = validationContract(rulesetOf(...inputs), { claim_value_bytes: 10_000, numeral_digits: 1_000 })
        const accepts = validator(inputs)
        const depth = Math.max(...contract.claims.map((claim) => claim.accepts.length))
        for (let i = 0; i < depth; i++) {
          const sent = contract.claims.map((claim) => [claim.claim, claim.accepts[i % claim.accepts.length]!.example])
          const json = JSON.stringify(Object.fromEntries(sent))
          expect(accepts(json)).toBe(true)
          expect(binderOf(inputs).bind(dictionary(json))).toMatchObject({ ok: true })
        }
      }),
      { numRuns: 60 },
    )
  })
})
