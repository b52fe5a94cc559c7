import { expect, it } from 'vitest'
import { assertionReads } from './assertion-reads'
import { assertion, compare, input, number, ruleset } from './english/testing/checked-trees'

it('tells the claims that each assertion reads with their questions, and no local', () => {
  const inputs = [
    input('paid', { kind: 'boolean' }, { question: 'Was it paid?' }),
    input('undue', { kind: 'boolean' }, { kind: 'local' }),
    input('amount', { kind: 'numeric', unit: null }),
  ]
  const holds = compare(number(1), '>', number(2))
  const found = assertionReads(
    ruleset(inputs, [], [assertion('first', holds, { reads: [0, 1, 2] }), assertion('second', holds, { reads: [] })]),
  )
  expect(found).toEqual([
    {
      assertion: 'first',
      claims: [
        { claim: 'paid', question: 'Was it paid?' },
        { claim: 'amount', question: 'Amount: what is the number?' },
      ],
    },
    { assertion: 'second', claims: [] },
  ])
})
