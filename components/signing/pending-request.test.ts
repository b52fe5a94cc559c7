import { expect, it } from 'vitest'
import { readPending } from './pending-request'

const HASH = 'a'.repeat(64)
const REQUEST = {
  ...{ hash: HASH, meaning: 'approved', note: null, expiresAt: null, withdraws: null },
  ...{ reviewDigest: 'b'.repeat(64), unitLibraryHash: null, engineVersion: '0.3.0', comparisonDigest: null },
  citationsDigest: null,
}

it('a stored request is read unchanged', () => {
  expect(readPending(JSON.stringify(REQUEST), HASH)).toEqual(REQUEST)
  const withdrawal = { ...REQUEST, meaning: 'withdrawn', note: 'Wrong', withdraws: 'a record' }
  expect(readPending(JSON.stringify(withdrawal), HASH)).toEqual(withdrawal)
})

it.each([
  [null],
  [''],
  ['null'],
  ['[]'],
  [JSON.stringify({ ...REQUEST, hash: 'c'.repeat(64) })],
  [JSON.stringify({ ...REQUEST, meaning: 'agreed' })],
  [JSON.stringify({ ...REQUEST, comparisonDigest: 3 })],
  [JSON.stringify({ hash: HASH, meaning: 'approved' })],
])('%s is not a request about these bytes', (text) => {
  expect(readPending(text, HASH)).toBeNull()
})
