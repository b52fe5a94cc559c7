import { expect, test } from 'vitest'
import { addressQuery, nextTask, type ReviewAddress, readAddress } from './review-queue'

const ID = '11111111-1111-4111-8111-111111111111'

test.each<ReviewAddress>([
  { state: 'waiting', task: null },
  { state: 'answered', task: null },
  { state: 'waiting', task: ID },
  { state: 'answered', task: ID },
])('%j survives a round trip through the URL', (address) => {
  expect(readAddress(new URLSearchParams(addressQuery(address)))).toEqual(address)
})

test('any other query string opens the waiting queue', () => {
  expect(readAddress(new URLSearchParams('state=all&task=<x>'))).toEqual({ state: 'waiting', task: null })
  expect(addressQuery({ state: 'waiting', task: null })).toBe('')
})

test('the next task follows an answered one, and the first remaining task follows the last', () => {
  expect(nextTask(['a', 'b', 'c'], 'b')).toBe('c')
  expect(nextTask(['a', 'b', 'c'], 'c')).toBe('a')
  expect(nextTask(['a'], 'a')).toBeNull()
  expect(nextTask(['a', 'b'], 'gone')).toBe('a')
})
