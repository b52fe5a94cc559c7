import { expect, it } from 'vitest'
import { endOfDay, readDraft } from './signing-draft'

const EMPTY = { meaning: null, note: '', lastDay: '' }

it.each([
  [null, EMPTY],
  ['', EMPTY],
  ['{', EMPTY],
  ['null', EMPTY],
  ['[]', EMPTY],
  ['{"meaning":"withdrawn","note":3}', EMPTY],
  [
    '{"meaning":"approved","note":"Fine","lastDay":"2027-01-31"}',
    { meaning: 'approved', note: 'Fine', lastDay: '2027-01-31' },
  ],
])('a stored draft %j is read as far as possible', (stored, draft) => {
  expect(readDraft(stored)).toEqual(draft)
})

it('an approval counts through its last day', () => {
  expect(endOfDay('2027-12-31')).toBe('2028-01-01T00:00:00.000Z')
  expect(endOfDay('')).toBeNull()
  expect(endOfDay('2027-13-01')).toBeNull()
})
