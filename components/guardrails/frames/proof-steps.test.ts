import { expect, test } from 'vitest'
import { readStep } from './proof-steps'

test('a step about an assertion is parsed into named members', () => {
  const step = readStep({
    node: 'n1',
    rule: 'receipts',
    assertion: 'receipt_when_large',
    check: 'FALSE',
    unknown_policy: 'pessimistic',
    source: 'assert receipt_when_large { a }',
    counterexample: 'amount = 80 "USD"',
    claims: { amount: { value: '80 USD', question: 'How much?' }, paid: { value: true, question: '' }, seen: null },
    unbridged_units: [{ from: 'EUR', to: 'USD' }],
  })
  expect(step).toEqual({
    kind: 'assertion',
    node: 'n1',
    rule: 'receipts',
    assertion: 'receipt_when_large',
    check: 'FALSE',
    policy: 'pessimistic',
    source: 'assert receipt_when_large { a }',
    counterexample: 'amount = 80 "USD"',
    reasonUnknown: null,
    unbridged: ['EUR and USD'],
    claims: [
      { name: 'amount', question: 'How much?', value: '80 USD' },
      { name: 'paid', question: null, value: 'yes' },
      { name: 'seen', question: null, value: null },
    ],
  })
})

test('claims may be a list of named entries', () => {
  const step = readStep({ assertion: 'x', check: 'TRUE', claims: [{ claim: 'a', value: 3, question: 'A?' }] })
  expect(step).toMatchObject({ claims: [{ name: 'a', value: '3', question: 'A?' }] })
})

test('any other step lists all its members', () => {
  expect(readStep({ node: 'n', conclusion: 'NO', flaw: 'no source', fatal: true, none: null })).toEqual({
    kind: 'other',
    node: 'n',
    conclusion: 'NO',
    entries: [
      { name: 'flaw', text: 'no source' },
      { name: 'fatal', text: 'true' },
    ],
  })
  expect(readStep({ review: 'YES', reviewer: 'Rosa', note: null })).toMatchObject({
    conclusion: 'YES',
    entries: [{ name: 'reviewer', text: 'Rosa' }],
  })
  expect(readStep({})).toEqual({ kind: 'other', node: null, conclusion: null, entries: [] })
})
