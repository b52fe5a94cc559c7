import { expect, it } from 'vitest'
import { nextQuestion, nextQuestionWords } from './next-question'

const open = (name: string, ...claims: readonly string[]) => ({
  name,
  reasonUnknown: `Not proved: the answer depends on ${claims.join(' and ')}, which are not known.`,
})
const proved = (name: string) => ({ name, reasonUnknown: null })

it('prefers the claim that can settle most answers on its own', () => {
  const results = [open('one', 'a', 'b'), open('two', 'a', 'b'), open('three', 'a')]
  const settling = new Map([
    ['one', new Set(['b'])],
    ['two', new Set(['b'])],
  ])
  expect(nextQuestion(['a', 'b'], results, settling)).toEqual({ claim: 'b', how: 'settles', answers: 2, open: 3 })
})

it('falls back to the claim that most answers depend on, and then to the first', () => {
  const results = [open('one', 'b'), open('two', 'a', 'b'), proved('three')]
  expect(nextQuestion(['a', 'b'], results, null)).toEqual({ claim: 'b', how: 'decides', answers: 2, open: 2 })
  expect(nextQuestion(['a', 'b'], [open('one', 'b', 'a')], null)?.claim).toBe('a')
})

it('returns a claim that may matter, if that was not decided', () => {
  const reasonUnknown = 'Not decided within 10 solver steps: the answer may depend on a, which is not known.'
  expect(nextQuestion(['a'], [{ name: 'one', reasonUnknown }], null)?.how).toBe('may decide')
})

it('returns null once every answer is proved, or no question is left', () => {
  expect(nextQuestion(['a'], [proved('one')], null)).toBeNull()
  expect(nextQuestion([], [open('one', 'a')], null)).toBeNull()
  expect(nextQuestion(['other'], [open('one', 'a')], null)).toBeNull()
})

it.each([
  [{ how: 'settles', answers: 1, open: 1 }, 'It can settle the open answer.'],
  [{ how: 'settles', answers: 1, open: 3 }, 'It can settle 1 of the 3 open answers.'],
  [{ how: 'settles', answers: 2, open: 3 }, 'It can settle up to 2 of the 3 open answers.'],
  [{ how: 'settles', answers: 3, open: 3 }, 'It can settle each of the 3 open answers.'],
  [{ how: 'decides', answers: 1, open: 1 }, 'The open answer depends on it.'],
  [{ how: 'decides', answers: 1, open: 3 }, '1 of the 3 open answers depends on it.'],
  [{ how: 'decides', answers: 2, open: 2 }, 'Both open answers depend on it.'],
  [{ how: 'may decide', answers: 2, open: 3 }, '2 of the 3 open answers may depend on it.'],
] as const)('says %o in words', (next, words) => {
  expect(nextQuestionWords({ claim: 'a', ...next })).toBe(words)
})
