import { expect, it } from 'vitest'
import { settlingLines } from './explain-check'

const at = (value: string) => ({ value, included: true })

it('draws both outcomes of a number on one line, and nothing for other claims', () => {
  const lines = settlingLines([
    { claim: 'amount', outcome: 'TRUE', allowed: [{ from: null, to: at('75 USD') }], sentence: 'At most 75.' },
    { claim: 'paid', outcome: 'TRUE', allowed: [{ value: true }], sentence: 'Yes.' },
    { claim: 'amount', outcome: 'FALSE', allowed: [{ from: at('90 USD'), to: null }], sentence: 'At least 90.' },
  ])
  expect(lines).toEqual([
    {
      claim: 'amount',
      sentences: ['At most 75.', 'At least 90.'],
      bands: [
        { from: null, to: at('75 USD'), outcome: 'TRUE' },
        { from: at('90 USD'), to: null, outcome: 'FALSE' },
      ],
    },
    { claim: 'paid', sentences: ['Yes.'], bands: [] },
  ])
})
