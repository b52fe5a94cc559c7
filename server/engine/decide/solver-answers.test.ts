import { expect, it } from 'vitest'
import { fromInteger, makeRatio, smallRatio } from '../../language/numeric/rational'
import { readAnswers, type SolverAnswer, writeAnswers } from './solver-answers'

it('reads back every answer unchanged, including exact numbers and known values', () => {
  const known = [fromInteger(7), null, null, null, 'mid', null]
  const large = makeRatio(10n ** 40n + 1n, 3n ** 50n)
  const first = [fromInteger(7), smallRatio(-1, 3), large, true, 'mid', 'low']
  const answers: SolverAnswer[] = [
    { steps: 12, search: { status: 'none' } },
    { steps: 0, search: { status: 'undecided', why: 'irrational' } },
    { steps: 9, search: { status: 'found', completion: [fromInteger(7), null, fromInteger(0), false, 'mid', null] } },
    { steps: 3, search: { status: 'found', first, second: first.map((value, i) => (i === 3 ? false : value)) } },
  ]
  expect(readAnswers(writeAnswers(answers, known), known)).toEqual(answers)
})

it('does not write known values', () => {
  const known = Array.from({ length: 1_000 }, (_, i) => (i === 500 ? null : fromInteger(i)))
  const completion = known.map((value) => value ?? fromInteger(3))
  const bytes = writeAnswers([{ steps: 1, search: { status: 'found', completion } }], known)
  expect(bytes.length).toBeLessThan(40)
})
