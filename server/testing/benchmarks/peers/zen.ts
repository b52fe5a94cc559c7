/** One decision with an expression node, created once. */
import { ZenEngine } from '@gorules/zen-engine'
import type { MakePeer } from '../subject'

export const makePeer: MakePeer = (groups) => {
  const expressions = Array.from({ length: groups }, (_, g) => expressionsOf(g)).flat()
  const decision = new ZenEngine().createDecision({
    nodes: [
      { id: 'in', name: 'in', type: 'inputNode', position: { x: 0, y: 0 } },
      {
        id: 'rules',
        name: 'rules',
        type: 'expressionNode',
        position: { x: 1, y: 0 },
        content: { expressions: expressions.map((value, i) => ({ id: `e${i}`, key: `r${i}`, value })) },
      },
      { id: 'out', name: 'out', type: 'outputNode', position: { x: 2, y: 0 } },
    ],
    edges: [
      { id: '1', sourceId: 'in', targetId: 'rules', type: 'edge' },
      { id: '2', sourceId: 'rules', targetId: 'out', type: 'edge' },
    ],
  })
  const keys = expressions.map((_, i) => `r${i}`)
  return {
    name: '@gorules/zen-engine',
    load: (input) => async () => {
      const { result } = (await decision.evaluate(input)) as { result: Record<string, boolean> }
      return keys.map((key) => result[key] === true)
    },
  }
}

function expressionsOf(g: number): string[] {
  return [
    `amount_${g} < 5000`,
    `not (amount_${g} > 75) or receipt_${g}`,
    `category_${g} == 'travel' or category_${g} == 'meals' or amount_${g} < 1000`,
    `approved_${g} and not flagged_${g}`,
    `amount_${g} <= 2500 or level_${g} in ['manager', 'director', 'officer']`,
    `nights_${g} * rate_${g} <= 3000`,
    `amount_${g} + tax_${g} <= 6000`,
    `remote_${g} ? amount_${g} < 2000 : amount_${g} < 7000`,
    `category_${g} in ['travel', 'meals', 'lodging']`,
    `(receipt_${g} and itinerary_${g}) or (receipt_${g} and approved_${g}) or (itinerary_${g} and approved_${g})`,
    `flagged_${g} != approved_${g}`,
    `not (nights_${g} > 0) or category_${g} != 'equipment'`,
  ]
}
