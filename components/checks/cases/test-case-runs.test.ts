import { expect, it, test } from 'vitest'
import { acceptedAnswers, type CaseRun, runInWords } from './test-case-runs'

const ran = (title: string, status: CaseRun['status'], judged = 1): CaseRun => ({
  id: title,
  title,
  version: 1,
  status,
  judged,
  answers: null,
  mismatches: [],
  gone: [],
  problem: null,
})
const words = (...cases: CaseRun[]) => runInWords('travel', { cases })

test('a ruleset without cases says so', () => {
  expect(words()).toEqual(['“travel” has no test cases.'])
})

test('passing cases are counted, and those that expect nothing separately', () => {
  expect(words(ran('a', 'pass'))).toEqual(['“travel” has 1 test case.', '1 gives the expected answers.'])
  expect(words(ran('a', 'pass'), ran('b', 'pass'), ran('c', 'pass', 0))).toEqual([
    '“travel” has 3 test cases.',
    '2 give the expected answers.',
    '1 expects no answers of this text.',
  ])
})

test('failing cases are named, at most five of each kind', () => {
  expect(words(ran('far over', 'fail'), ran('b', 'error'), ran('c', 'pass'))).toEqual([
    '“travel” has 3 test cases.',
    '1 does not give the expected answers: “far over”.',
    '1 cannot be run, because its facts do not fit this text: “b”.',
    '1 gives the expected answers.',
  ])
  const many = Array.from({ length: 7 }, (_, i) => ran(`case ${i + 1}`, 'fail'))
  expect(words(...many)[1]).toBe(
    '7 do not give the expected answers: “case 1”, “case 2”, “case 3”, “case 4” and “case 5”, and 2 more.',
  )
})

test('a case that exceeded a budget is not reported as misfitting', () => {
  const problem = { code: 'BUDGET_EXCEEDED', message: 'Too much work.', failures: [] } as const
  const misfit = { code: 'VALIDATION_REJECTED', message: 'It does not fit.', failures: [] } as const
  const spent = { ...ran('a', 'error', 0), problem: { ...problem, failures: [] } }
  const other = { ...ran('b', 'error', 0), problem: { ...misfit, failures: [] } }
  expect(words(spent, other)).toEqual([
    '“travel” has 2 test cases.',
    '1 cannot be run, because its facts do not fit this text: “b”.',
    '1 cannot be run: “a”.',
  ])
})

const assertions = ['a', 'b', 'c']

it('takes the new answers of the named assertions, and forgets assertions that no longer exist', () => {
  expect(acceptedAnswers({ a: 'TRUE', gone: 'FALSE' }, { answers: 'FUA' }, assertions)).toEqual({ a: 'FALSE' })
})

it('takes all answers of a case without expected answers', () => {
  expect(acceptedAnswers({}, { answers: 'TUA' }, assertions)).toEqual({ a: 'TRUE', b: 'UNKNOWN', c: 'AMBIGUOUS' })
})

it('takes nothing from a dictionary that does not fit', () => {
  expect(acceptedAnswers({ a: 'TRUE' }, { answers: null }, assertions)).toEqual({})
})
