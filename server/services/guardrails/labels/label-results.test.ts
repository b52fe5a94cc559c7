import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CountedLabel } from '../../../database/guardrails/frame-labels'
import { repetitions } from '../../../testing/repetitions'
import { resultsOf } from './label-results'

type Row = readonly [frameId: string, answer: string, confidence: string | null, expected: string, labeller?: string]

const labels = (rows: readonly Row[], assertion = ''): CountedLabel[] =>
  rows.map(([frameId, answer, confidence, expected, labeller = 'ann']) => ({
    ...{ frameId, assertion, labeller, labelledBy: labeller, answer, confidence, expected },
  }))

const toNumber = (fraction: string) => {
  const [n = '', d = '1'] = fraction.split('/')
  return Number(n) / Number(d)
}

describe('the results of a set', () => {
  it('of no labels are empty', () => {
    const { conclusion, calibration, assertions, labellers, thresholds } = resultsOf([], null)
    expect([conclusion.frames, conclusion.disputed, calibration, assertions, labellers]).toEqual([0, 0, null, [], []])
    expect(thresholds.every(({ decided, undecided }) => decided + undecided === 0)).toBe(true)
  })

  it('are exact for four frames that were counted by hand', () => {
    const results = resultsOf(
      labels([
        ['a', 'YES', '0.9', 'YES'],
        ['b', 'YES', '0.95', 'NO'],
        ['c', 'NO', '0.5', 'NO'],
        ['d', 'ERROR', null, 'YES'],
      ]),
      '0.92',
    )
    expect(results.conclusion.accuracy).toMatchObject({ right: 2, of: 4 })
    expect(results.conclusion.answers).toEqual([
      { answer: 'ERROR', expected: 'YES', frames: 1 },
      { answer: 'NO', expected: 'NO', frames: 1 },
      { answer: 'YES', expected: 'NO', frames: 1 },
      { answer: 'YES', expected: 'YES', frames: 1 },
    ])
    const counts = results.shares.map(({ conclusion, precision, recall }) => [
      conclusion,
      `${precision.right}/${precision.of}`,
      `${recall.right}/${recall.of}`,
    ])
    expect(counts).toEqual([
      ['YES', '1/2', '1/2'],
      ['NO', '1/1', '1/2'],
      ['UNKNOWN', '0/0', '0/0'],
    ])
    // (0.1² + 0.95² + 0.5²) / 3, and |1.85 − 1| + |0.5 − 1| over 3.
    expect(results.calibration).toMatchObject({ brier: '31/80', calibrationError: '9/20' })
    expect(results.calibration?.bins.map(({ from, to, confidence }) => [from, to, confidence])).toEqual([
      ['0.5', '0.6', '1/2'],
      ['0.9', '1', '37/40'],
    ])
    expect(
      results.thresholds.map(({ threshold, decided, right, undecided }) => [threshold, decided, right, undecided]),
    ).toEqual([
      ['0.5', 3, 2, 1],
      ['0.6', 2, 1, 2],
      ['0.7', 2, 1, 2],
      ['0.8', 2, 1, 2],
      ['0.9', 2, 1, 2],
      ['1', 0, 0, 4],
      ['0.92', 1, 0, 3],
    ])
  })

  it('show a disagreement and count neither opinion', () => {
    const { conclusion, labellers } = resultsOf(
      labels([
        ['a', 'YES', '1', 'YES', 'ann'],
        ['a', 'YES', '1', 'NO', 'bela'],
        ['b', 'YES', '1', 'YES', 'ann'],
        ['b', 'YES', '1', 'YES', 'bela'],
      ]),
      null,
    )
    expect([conclusion.frames, conclusion.disputed, conclusion.accuracy.right]).toEqual([1, 1, 1])
    expect(labellers).toEqual([
      { labelledBy: 'ann', labels: 2, right: 2 },
      { labelledBy: 'bela', labels: 2, right: 1 },
    ])
  })

  it('keep assertions apart from the conclusion', () => {
    const { conclusion, assertions, calibration } = resultsOf(labels([['a', 'TRUE', '1', 'FALSE']], 'receipt'), null)
    expect([conclusion.frames, calibration]).toEqual([0, null])
    expect(assertions.map(({ assertion, accuracy }) => [assertion, accuracy.right, accuracy.of])).toEqual([
      ['receipt', 0, 1],
    ])
  })
})

const CONFIDENCES = ['0', '0.1', '0.3333333333333333', '0.5', '0.7', '0.8', '0.9', '0.9999999999999999', '1', '1e-7']
const frame = fc.record({
  answer: fc.constantFrom('YES', 'NO', 'UNKNOWN'),
  confidence: fc.constantFrom(...CONFIDENCES),
  opinions: fc.array(fc.constantFrom('YES', 'NO', 'UNKNOWN'), { minLength: 1, maxLength: 3 }),
})

it('agrees with a second computation in doubles, whatever the order of the labels', { tags: ['repeated'] }, () => {
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 40 }), fc.nat(), (frames, seed) => {
      const rows = frames.flatMap(({ answer, confidence, opinions }, nth) =>
        opinions.map((expected, by): Row => [`f${nth}`, answer, confidence, expected, `labeller ${by}`]),
      )
      const shuffled = rows.toSorted((a, b) => ((a[0].length * seed) % 7) - ((b[0].length * seed) % 5))
      const results = resultsOf(labels(shuffled), null)
      const agreed = frames.filter(({ opinions }) => new Set(opinions).size === 1)
      const outcome = (each: (typeof frames)[number]) => (each.answer === each.opinions[0] ? 1 : 0)
      expect(results.conclusion.frames).toBe(agreed.length)
      expect(results.conclusion.disputed).toBe(frames.length - agreed.length)
      expect(results.conclusion.answers.reduce((sum, each) => sum + each.frames, 0)).toBe(agreed.length)
      for (const { threshold, decided, right } of results.thresholds) {
        const own = agreed.filter((each) => each.answer !== 'UNKNOWN' && Number(each.confidence) >= Number(threshold))
        expect([decided, right]).toEqual([own.length, own.filter((each) => outcome(each) === 1).length])
      }
      if (agreed.length === 0) {
        expect(results.calibration).toBeNull()
        return
      }
      const squares = agreed.map((each) => (Number(each.confidence) - outcome(each)) ** 2)
      expect(toNumber(results.calibration!.brier)).toBeCloseTo(squares.reduce((a, b) => a + b, 0) / agreed.length, 9)
      const bins = Array.from({ length: 10 }, (_, nth) =>
        agreed.filter((each) => Math.min(9, Math.floor(Number(each.confidence) * 10)) === nth),
      )
      const distances = bins.map((own) =>
        Math.abs(own.reduce((sum, each) => sum + Number(each.confidence) - outcome(each), 0)),
      )
      const error = distances.reduce((a, b) => a + b, 0) / agreed.length
      expect(toNumber(results.calibration!.calibrationError)).toBeCloseTo(error, 9)
    }),
    { numRuns: repetitions(300) },
  )
})
