import { expect, it } from 'vitest'
import { decisionTree } from './decision-tree'

const part = (source: string, definition: string | null) => ({
  source,
  definition,
  place: { line: 3, column: 1, end_line: 3, end_column: 9 },
  outcome: 'FALSE' as const,
  sentence: `This does not hold: ${source}.`,
  distance: null,
})

it('puts the parts of a definition below it, with its value', () => {
  const [own, first, second] = [part('rate <= limit', null), part('in_city', 'limit'), part('is_suite', 'limit')]
  const definitions = [
    { name: 'limit', value: '250', unit: 'USD', sentence: '‘limit’ is 250 USD.' },
    { name: 'other', value: '1', unit: null, sentence: '‘other’ is 1.' },
  ]
  expect(decisionTree({ decisive: [own, first, second], definitions })).toEqual({
    deciding: [own],
    definitions: [{ name: 'limit', sentence: '‘limit’ is 250 USD.', deciding: [first, second] }],
  })
})

it('shows the parts of a definition that has no listed value', () => {
  const [tree] = decisionTree({ decisive: [part('in_city', 'limit')], definitions: [] }).definitions
  expect(tree).toMatchObject({ name: 'limit', sentence: null })
})
