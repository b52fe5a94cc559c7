import { expect, it } from 'vitest'
import { explainUnproved } from '../../server/engine/decide/verdict'
import { compileText } from '../../server/engine/testing/ask'
import { claimsOfReason, reasonPieces } from './reason-claims'

const ONE = 'Not proved: the answer depends on has_receipt, which is not known.'
const MANY =
  'Answered by the optimistic policy, not proved: the answer depends on a, the local l and b, which are not known.'
const BOTH =
  'Not decided within 10 solver steps: the answer depends on a, which is not known, and may depend on b and c, which are not known either.'
const OTHER = 'Not evaluated: km is compared with kg, and no unit converter joins them.'

it('separates the claims of a reason from its words', () => {
  expect(reasonPieces(ONE)).toEqual([
    'Not proved: the answer depends on ',
    { claim: 'has_receipt' },
    ', which is not known.',
  ])
  expect(reasonPieces(OTHER)).toEqual([OTHER])
})

it.each([ONE, MANY, BOTH, OTHER])('preserves every letter of “%s”', (reason) => {
  const text = reasonPieces(reason).map((piece) => (typeof piece === 'string' ? piece : piece.claim))
  expect(text.join('')).toBe(reason)
})

it('distinguishes claims that matter from claims that may matter, and omits locals', () => {
  expect(claimsOfReason(MANY)).toEqual({ certain: ['a', 'b'], possible: [] })
  expect(claimsOfReason(BOTH)).toEqual({ certain: ['a'], possible: ['b', 'c'] })
  expect(claimsOfReason(OTHER)).toEqual({ certain: [], possible: [] })
})

it('reads every list that the engine writes', () => {
  const source = 'declare a as boolean;\ndeclare b as boolean;\ndeclare c as boolean;\nassert all { And(a, b, c) };\n'
  const ruleset = compileText(source)
  const budget = { solver_steps: 10, solver_memory_mb: 64 }
  const witnesses = { isTrue: [null, null, null], isFalse: [null, null, null] }
  for (const relevant of [[], [0], [0, 1], [0, 1, 2]])
    for (const policy of [null, 'optimistic', 'pessimistic'] as const) {
      const unsettled = [0, 1, 2].filter((index) => !relevant.includes(index))
      const text = explainUnproved(
        { kind: 'undecided', why: 'steps', ...witnesses },
        { relevant, unsettled },
        { ruleset, expression: ruleset.assertions[0]!.expression, known: [null, null, null] },
        policy,
        budget,
      )
      const names = (indices: readonly number[]) => indices.map((index) => ruleset.inputs[index]?.name)
      expect(claimsOfReason(text)).toEqual({ certain: names(relevant), possible: names(unsettled) })
    }
})
