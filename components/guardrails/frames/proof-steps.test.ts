import { expect, test } from 'vitest'
import { readStep } from './proof-steps'

const unquoted = { quote: null, isUnquoted: false }

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
      { name: 'amount', question: 'How much?', value: '80 USD', ...unquoted },
      { name: 'paid', question: null, value: 'yes', ...unquoted },
      { name: 'seen', question: null, value: null, ...unquoted },
    ],
  })
})

test('a claim shows the passage it was read from, or that the required passage is missing', () => {
  const quote = { in: 'C', document: 0, start: 3, end: 8, text: '12 kg' }
  const claims = [
    { claim: 'a', value: '12 kg', question: 'A?', quote },
    { claim: 'b', value: null, question: 'B?', unquoted: true },
  ]
  expect(readStep({ assertion: 'x', check: 'UNKNOWN', claims })).toMatchObject({
    claims: [
      { quote: '12 kg', isUnquoted: false },
      { value: null, quote: null, isUnquoted: true },
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
