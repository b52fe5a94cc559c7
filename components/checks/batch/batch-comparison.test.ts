import { expect, it } from 'vitest'
import { BatchAnswers } from './batch-answers'
import { compareBatches } from './batch-comparison'

function answersOf(assertions: readonly string[], answers: string, refused: readonly number[] = []): BatchAnswers {
  const rows = answers.length / assertions.length
  const all = new BatchAnswers(assertions, rows)
  all.add(0, {
    ok: true,
    assertions: [...assertions],
    ...{ rows, answers, unit_library_hash: '', stopped: null },
    refused: refused.map((row) => ({ row, code: 'VALIDATION_REJECTED', message: 'it does not fit' })),
  })
  return all
}

it('counts rows by assertion and change, whatever the order of the assertions', () => {
  const before = answersOf(['a', 'b'], 'TTTFUUTT')
  const after = answersOf(['b', 'a'], 'TTTTUTFT')
  const { changes, differing, compared, before: earlier } = compareBatches(before, after)
  expect(changes.map(({ rows, ...change }) => ({ ...change, rows: [...rows] }))).toEqual([
    { name: 'b', from: 'FALSE', to: 'TRUE', rows: [1] },
    { name: 'b', from: 'TRUE', to: 'FALSE', rows: [3] },
    { name: 'a', from: 'UNKNOWN', to: 'TRUE', rows: [2] },
  ])
  expect([[...differing], compared]).toEqual([[1, 2, 3], 4])
  expect([earlier(1, 0), earlier(2, 1)]).toEqual(['FALSE', 'UNKNOWN'])
})

it('counts rows that only one revision refuses separately, and names assertions without a counterpart', () => {
  const before = answersOf(['a', 'old'], 'TT--TT', [1])
  const after = answersOf(['a', 'new'], 'TTTT--', [2])
  const { changes, differing, newlyRefused, newlyAccepted, unpaired, before: earlier } = compareBatches(before, after)
  expect([changes, [...differing], [...newlyRefused], [...newlyAccepted]]).toEqual([[], [1, 2], [2], [1]])
  expect(unpaired).toEqual(['old', 'new'])
  expect(earlier(0, 1)).toBeNull()
})

it('compares only rows that both revisions have processed', () => {
  const before = answersOf(['a'], 'TT')
  const after = new BatchAnswers(['a'], 2)
  expect(compareBatches(before, after)).toMatchObject({ compared: 0, changes: [] })
})
