import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Input } from '../../language/semantics/checked-input'
import { bindJson, enumClaim, expectRejected, LIBRARY, numberClaim, rulesetOf } from '../testing/claims'
import { claimSet, dictionaryText } from '../testing/random-claims'
import { validationContract } from './validation-contract'

const LIMITS = { claim_value_bytes: 10_000, numeral_digits: 1_000 }

function contractOf(...inputs: readonly Input[]) {
  return validationContract(rulesetOf(...inputs), LIBRARY, LIMITS)
}

it('lists forms, undetermined value, rules, unit and exact range of a claim', () => {
  const [amount] = contractOf(numberClaim('amount', 'USD', { range: ['0.10', '5000'] })).claims
  expect(amount).toMatchObject({
    claim: 'amount',
    data_type: 'numeric',
    undetermined_value: 'unknown',
    unit: 'USD',
    range: { min: '0.1', max: '5000', unit: 'USD' },
    accepts: [
      { form: 'JSON string: numeral, one space, unit', example: '12 USD' },
      { form: 'JSON string: numeral, one space, unit in double quotes', example: '12 "USD"' },
      { example: 'unknown' },
      { example: null },
    ],
    accepts_beyond_schema: [
      { form: 'JSON string: fraction, one space, unit', example: '24/2 USD' },
      { form: 'JSON string: numeral with an exponent, one space, unit', example: '12e0 USD' },
    ],
  })
  expect(amount!.rules.map((rule) => rule.rule)).toEqual([
    'missing',
    'type',
    'unit_required',
    'numeral',
    'unit_known',
    'unit_convertible',
    'range',
  ])
})

it('lists the forms that claim_schema omits', () => {
  const beyond = (...inputs: readonly Input[]) =>
    contractOf(...inputs).claims.map((claim) => claim.accepts_beyond_schema.map(({ example }) => example))
  expect(beyond(numberClaim('nights', null, { range: ['0', '30'] }))).toEqual([['24/2', '12e0']])
  expect(beyond(numberClaim('delay', 'min', { range: ['0', '60'] }))).toEqual([['24/2 min', '12e0 min', '720 s']])
  expect(beyond(numberClaim('delay', 'min'))).toEqual([['12 mo']])
  expect(beyond(numberClaim('count'), enumClaim('level', ['low']))).toEqual([[], []])
})

it('shortens a large vocabulary', () => {
  const members = Array.from({ length: 5000 }, (_, i) => `member ${i}`)
  const [claim] = contractOf(enumClaim('country', members)).claims
  expect(JSON.stringify(claim).length).toBeLessThan(3000)
})

it('names the budgets with their limits', () => {
  expect(contractOf().budgets.map(({ budget, limit }) => [budget, limit])).toEqual([
    ['claim_value_bytes', 10_000],
    ['numeral_digits', 1_000],
  ])
})

it('lists the text of every failure', { tags: 'thorough' }, () => {
  let failures = 0
  const property = fc.property(
    claimSet.chain((inputs) => fc.tuple(fc.constant(inputs), dictionaryText(inputs))),
    ([inputs, json]) => {
      const binding = bindJson(inputs, json)
      if (binding.ok || !('failures' in binding)) return
      const contract = contractOf(...inputs)
      for (const failure of expectRejected(binding).failures) {
        failures++
        const claim = contract.claims.find((entry) => entry.claim === failure.field)
        const expected = (claim?.rules ?? contract.dictionary).map((rule) => rule.expected)
        expect(expected).toContain(expected.find((words) => `${failure.expected}; `.startsWith(`${words}; `)))
      }
    },
  )
  fc.assert(property, { numRuns: 1000 })
  expect(failures).toBeGreaterThan(300)
})
