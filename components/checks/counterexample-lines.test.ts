import { expect, test } from 'vitest'
import { counterexampleLines } from './counterexample-lines'

test('literals become words, and what was supposed stays marked', () => {
  expect(
    counterexampleLines(
      'amount = 6000 "USD", kind = "a, b = \\"c\\"", has_receipt = False (supposed), n = 7/3 (supposed, outside its range)',
    ),
  ).toEqual([
    { name: 'amount', value: '6,000 USD', note: null },
    { name: 'kind', value: '“a, b = "c"”', note: null },
    { name: 'has_receipt', value: 'no', note: 'supposed' },
    { name: 'n', value: '7/3', note: 'supposed, outside its range' },
  ])
})

test('a text of another form is left to be shown as it is', () => {
  expect(counterexampleLines('anything else')).toBeNull()
})
