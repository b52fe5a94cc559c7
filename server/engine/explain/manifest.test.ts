import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { manifest as manifestShape } from '../../api/schemas/ruleset'
import type { Input } from '../../language/semantics/checked-input'
import type { CheckedAssertion } from '../../language/semantics/checked-ruleset'
import { booleanClaim, enumClaim, numberClaim, rulesetOf } from '../testing/claims'
import { claimSet } from '../testing/random-claims'
import { questionOf } from './claim-facts'
import {
  makeAssertion as assertionOf,
  compareTree,
  makeInput,
  makeRuleset,
  numberTree,
} from './english/testing/checked-trees'
import { assertionReads, buildManifest, countReads, type Manifest } from './manifest'

const HASH = 'a'.repeat(64)

function claimsOf(...inputs: readonly Input[]): Manifest['claims'] {
  return buildManifest(rulesetOf(...inputs), HASH).claims
}

function assertion(name: string, policy: CheckedAssertion['policy'], line: number): CheckedAssertion {
  const expression = { kind: 'boolean', value: true, type: { kind: 'boolean' }, start: 0, end: 0 } as const
  return { name, policy, expression, source: 'True', line, comment: [], reads: [], unbridged: [] }
}

describe('a claim of the manifest', () => {
  it('boolean', () => {
    expect(claimsOf(booleanClaim('paid', { question: 'Was it paid?', context: 'Any currency.' }))).toEqual([
      {
        claim: 'paid',
        data_type: 'boolean',
        boolean_subtype: 'yes_no',
        question: 'Was it paid?',
        context: 'Any currency.',
        required: true,
        unknown_allowed: true,
      },
    ])
  })

  it('enum, with the sentinel if a member has the same spelling', () => {
    const [plain, clashing] = claimsOf(
      enumClaim('level', ['low', 'high'], true),
      enumClaim('state', ['known', 'unknown']),
    )
    expect(plain).toMatchObject({ vocabulary: ['low', 'high'], ordered: true })
    expect(plain).not.toHaveProperty('unknown_sentinel')
    expect(clashing).toMatchObject({ vocabulary: ['known', 'unknown'], ordered: false, unknown_sentinel: 'null' })
  })

  it('numeric, with a range as doubles, and with a unit only if it is declared', () => {
    const [amount, nights, fee] = claimsOf(
      numberClaim('amount', 'USD', { range: ['0.1', '1e3'] }),
      numberClaim('nights'),
      numberClaim('fee', null, { adopted: 'USD' }),
    )
    expect(amount).toMatchObject({ unit: 'USD', range: { min: 0.1, max: 1000 } })
    expect(nights).toMatchObject({ unit: null })
    expect(nights).not.toHaveProperty('range')
    expect(fee).toMatchObject({ unit: null, question: 'Fee: what is the value, in USD?' })
  })

  it('omits locals', () => {
    expect(claimsOf(booleanClaim('open', { kind: 'local' }), booleanClaim('paid')).map((entry) => entry.claim)).toEqual(
      ['paid'],
    )
  })
})

it('every rule has one assertion of the same name', () => {
  const ruleset = {
    ...rulesetOf(),
    assertions: [assertion('first', 'neutral', 3), assertion('second', 'optimistic', 9)],
  }
  expect(buildManifest(ruleset, HASH).rules).toEqual([
    { rule: 'first', assertions: [{ name: 'first', unknown_policy: 'neutral', line: 3, source: 'True' }] },
    { rule: 'second', assertions: [{ name: 'second', unknown_policy: 'optimistic', line: 9, source: 'True' }] },
  ])
})

it('fits the contract for all claims', { tags: 'thorough' }, () => {
  fc.assert(
    fc.property(claimSet, (inputs) => {
      const made = buildManifest({ ...rulesetOf(...inputs), assertions: [assertion('a', 'pessimistic', 1)] }, HASH)
      expect(manifestShape.parse(JSON.parse(JSON.stringify(made)))).toEqual(JSON.parse(JSON.stringify(made)))
    }),
  )
})

describe('the question of a claim without @ask', () => {
  it.each<[Input, string]>([
    [booleanClaim('has_receipt'), 'Has receipt: is this true?'],
    [numberClaim('daysLate'), 'Days late: what is the number?'],
    [numberClaim('amount_due', 'USD'), 'Amount due: what is the value, in USD?'],
    [enumClaim('state', ['open', 'closed']), 'State: which of these: "open", "closed"?'],
    [enumClaim('level', ['low', 'high'], true), 'Level: which of these, from lowest to highest: "low", "high"?'],
    [
      enumClaim(
        'country',
        Array.from({ length: 40 }, (_, i) => `c${i}`),
      ),
      'Country: which value of the vocabulary?',
    ],
    [booleanClaim('__'), '__: is this true?'],
  ])('%#', (claim, question) => {
    expect(questionOf(claim)).toBe(question)
  })
})

it('lists the claims that each assertion reads with their questions, without locals', () => {
  const inputs = [
    makeInput('paid', { kind: 'boolean' }, { question: 'Was it paid?' }),
    makeInput('undue', { kind: 'boolean' }, { kind: 'local' }),
    makeInput('amount', { kind: 'numeric', unit: null }),
  ]
  const holds = compareTree(numberTree(1), '>', numberTree(2))
  const assertions = [assertionOf('first', holds, { reads: [0, 1, 2] }), assertionOf('second', holds, { reads: [] })]
  const checked = makeRuleset(inputs, [], assertions)
  expect(assertionReads(checked)).toEqual({
    inputs: [
      { claim: 'paid', question: 'Was it paid?' },
      null,
      { claim: 'amount', question: 'Amount: what is the number?' },
    ],
    assertions: [
      { assertion: 'first', reads: [0, 2] },
      { assertion: 'second', reads: [] },
    ],
  })
  expect(countReads(checked)).toBe(3)
})
