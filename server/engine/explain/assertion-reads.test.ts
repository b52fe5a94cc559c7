import { expect, it } from 'vitest'
import { assertionReads, countReads } from './assertion-reads'
import { assertion, compare, input, number, ruleset } from './english/testing/checked-trees'

it('tells the claims that each assertion reads with their questions, and no local', () => {
  const inputs = [
    input('paid', { kind: 'boolean' }, { question: 'Was it paid?' }),
    input('undue', { kind: 'boolean' }, { kind: 'local' }),
    input('amount', { kind: 'numeric', unit: null }),
  ]
  const holds = compare(number(1), '>', number(2))
  const assertions = [assertion('first', holds, { reads: [0, 1, 2] }), assertion('second', holds, { reads: [] })]
  const checked = ruleset(inputs, [], assertions)
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
