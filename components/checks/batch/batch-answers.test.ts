import { expect, it } from 'vitest'
import { ALL_ROWS, BatchAnswers, DECIDED, REFUSED, UNDECIDED } from './batch-answers'

const part = (answers: string, refused: readonly number[] = []) => ({
  ok: true as const,
  assertions: ['a', 'b'],
  rows: answers.length / 2,
  answers,
  refused: refused.map((row) => ({ row, code: 'VALIDATION_REJECTED', message: `row ${row} does not fit` })),
  unit_library_hash: '',
  stopped: null,
})

it('stores parts in any order, counts them and finds their rows', () => {
  const answers = new BatchAnswers(['a', 'b'], 6)
  answers.add(3, part('TUFA'))
  answers.add(0, part('TF--', [1]))
  expect([answers.done, answers.decided, answers.refused]).toEqual([4, 3, 1])
  expect([0, 1, 2, 3, 4, 5].map((row) => answers.stateOf(row))).toEqual([
    ...[DECIDED, REFUSED, UNDECIDED, DECIDED, DECIDED, UNDECIDED],
  ])
  expect(answers.answer(4, 1)).toBe('AMBIGUOUS')
  expect(answers.answer(1, 0)).toBeNull()
  expect(answers.reasonOf(1)).toBe('row 1 does not fit')
  expect(answers.count(0, 'TRUE')).toBe(2)
  expect([...answers.filtered(ALL_ROWS)]).toEqual([0, 1, 3, 4])
  expect([...answers.filtered({ kind: 'refused' })]).toEqual([1])
  expect([...answers.filtered({ kind: 'answer', assertion: 0, answer: 'TRUE' })]).toEqual([0, 3])
})
