import { expect, it } from 'vitest'
import { acceptedAnswers } from './expected-of-run'

const assertions = ['a', 'b', 'c']

it('takes the new answers of the assertions that were named, and forgets those that are gone', () => {
  expect(acceptedAnswers({ a: 'TRUE', gone: 'FALSE' }, { answers: 'FUA' }, assertions)).toEqual({ a: 'FALSE' })
})

it('takes all answers where none was expected', () => {
  expect(acceptedAnswers({}, { answers: 'TUA' }, assertions)).toEqual({ a: 'TRUE', b: 'UNKNOWN', c: 'AMBIGUOUS' })
})

it('takes nothing from a dictionary that does not fit', () => {
  expect(acceptedAnswers({ a: 'TRUE' }, { answers: null }, assertions)).toEqual({})
})
