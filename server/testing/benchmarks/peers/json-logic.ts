import jsonLogic from 'json-logic-js'
import type { MakePeer } from '../subject'

type Rule = Parameters<typeof jsonLogic.apply>[0]

export const makePeer: MakePeer = (groups) => {
  const rules = Array.from({ length: groups }, (_, g) => rulesOf(g)).flat()
  return { name: 'json-logic-js', load: (input) => () => rules.map((rule) => Boolean(jsonLogic.apply(rule, input))) }
}

function rulesOf(g: number): Rule[] {
  const v = (name: string) => ({ var: `${name}_${g}` })
  return [
    { '<': [v('amount'), 5000] },
    { or: [{ '!': [{ '>': [v('amount'), 75] }] }, v('receipt')] },
    { or: [{ '===': [v('category'), 'travel'] }, { '===': [v('category'), 'meals'] }, { '<': [v('amount'), 1000] }] },
    { and: [v('approved'), { '!': [v('flagged')] }] },
    { or: [{ '<=': [v('amount'), 2500] }, { in: [v('level'), ['manager', 'director', 'officer']] }] },
    { '<=': [{ '*': [v('nights'), v('rate')] }, 3000] },
    { '<=': [{ '+': [v('amount'), v('tax')] }, 6000] },
    { if: [v('remote'), { '<': [v('amount'), 2000] }, { '<': [v('amount'), 7000] }] },
    { in: [v('category'), ['travel', 'meals', 'lodging']] },
    {
      or: [
        { and: [v('receipt'), v('itinerary')] },
        { and: [v('receipt'), v('approved')] },
        { and: [v('itinerary'), v('approved')] },
      ],
    },
    { '!==': [v('flagged'), v('approved')] },
    { or: [{ '!': [{ '>': [v('nights'), 0] }] }, { '!==': [v('category'), 'equipment'] }] },
  ] as Rule[]
}
