import { describe, expect, it } from 'vitest'
import type { Conclusion } from '../../api/terms/guardrail-terms'
import { aggregateEvaluations } from './application'
import { policyConclusion } from './dictionary-rules'
import { passingError } from './evaluation'
import { majorityConclusion, majorityOf, type Vote } from './votes'

const error = passingError('MODEL_UNAVAILABLE', 'unavailable')
const votes = (letters: string): Vote<Conclusion>[] =>
  [...letters].map((letter) => {
    const value = ({ Y: 'YES', N: 'NO', U: 'UNKNOWN' } as const)[letter]
    return value === undefined ? { ok: false, error } : { ok: true, value }
  })

describe('the majority of conclusions', () => {
  it.each([
    ['Y', 'YES', 1],
    ['YYN', 'YES', 2 / 3],
    ['NNU', 'NO', 2 / 3],
    ['UUY', 'UNKNOWN', 2 / 3],
    ['YN', 'UNKNOWN', 0],
    ['YYNN', 'UNKNOWN', 0],
    ['YYNU', 'UNKNOWN', 0.25],
    ['YNU', 'UNKNOWN', 1 / 3],
    ['YYx', 'YES', 2 / 3],
    ['xNNNx', 'NO', 3 / 5],
  ] as const)('of %s is %s', (letters, conclusion, confidence) => {
    expect(majorityConclusion(votes(letters))).toEqual({ ok: true, E: { conclusion, confidence } })
  })

  it.each(['x', 'Yx', 'YNx', 'YYxx', 'YYNNx'])('of %s is the error, because it could have decided', (letters) => {
    expect(majorityConclusion(votes(letters))).toEqual({ ok: false, error })
  })

  it('is the first of the largest group if no group has more than half', () => {
    const words = ['b', 'a', 'c', 'a', 'b'].map((value) => ({ ok: true, value }) as const)
    expect(majorityOf(words, (word) => word)).toEqual({ kind: 'divided', value: 'b', share: 0.4 })
    expect(() => majorityOf([], String)).toThrow()
  })
})

describe('the conclusion of a policy', () => {
  it.each([
    [['TRUE'], 'YES'],
    [['TRUE', 'TRUE'], 'YES'],
    [['TRUE', 'FALSE', 'UNKNOWN'], 'NO'],
    [['AMBIGUOUS', 'FALSE'], 'NO'],
    [['TRUE', 'UNKNOWN'], 'UNKNOWN'],
    // No engine returns AMBIGUOUS yet.
    [['TRUE', 'AMBIGUOUS'], 'UNKNOWN'],
    [['AMBIGUOUS'], 'UNKNOWN'],
  ] as const)('of %j is %s', (checks, conclusion) => expect(policyConclusion(checks)).toBe(conclusion))
})

describe('an aggregation', () => {
  const evaluations = (letters: string) =>
    votes(letters).flatMap((vote, index) => (vote.ok ? { conclusion: vote.value, confidence: (index + 1) / 10 } : []))
  it.each([
    ['YYY', 'YES', 'YES', 'YES'],
    ['YYN', 'NO', 'YES', 'YES'],
    ['YYU', 'UNKNOWN', 'YES', 'YES'],
    ['YUN', 'NO', 'YES', 'UNKNOWN'],
    ['YUU', 'UNKNOWN', 'YES', 'UNKNOWN'],
    ['YYNN', 'NO', 'YES', 'UNKNOWN'],
    ['NNU', 'NO', 'UNKNOWN', 'NO'],
    ['NNN', 'NO', 'NO', 'NO'],
    ['U', 'UNKNOWN', 'UNKNOWN', 'UNKNOWN'],
  ] as const)('of %s is %s by all, %s by any, %s by majority', (letters, all, any, majority) => {
    const conclusions = (['all', 'any', 'majority'] as const).map(
      (by) => aggregateEvaluations(by, evaluations(letters)).conclusion,
    )
    expect(conclusions).toEqual([all, any, majority])
  })

  it('has the lowest confidence of those that concluded the same, or of all if nobody did', () => {
    expect(aggregateEvaluations('all', evaluations('YNN'))).toEqual({ conclusion: 'NO', confidence: 0.2 })
    expect(aggregateEvaluations('majority', evaluations('YNUYN'))).toEqual({ conclusion: 'UNKNOWN', confidence: 0.3 })
    expect(aggregateEvaluations('majority', evaluations('YN'))).toEqual({ conclusion: 'UNKNOWN', confidence: 0.1 })
  })
})
