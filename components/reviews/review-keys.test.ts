import { expect, it } from 'vitest'
import { nextPosition, REVIEW_KEYS, REVIEW_SHORTCUTS, reviewKeyOf } from './review-keys'

const PLAIN = { ctrlKey: false, metaKey: false, altKey: false, isComposing: false }
const FREE = { isTyping: false, isDialogOpen: false }

it('reads the documented keys only', () => {
  const documented = REVIEW_SHORTCUTS.flatMap(({ shortcuts }) => shortcuts.flatMap(({ keys }) => keys))
  expect(documented.map((key) => key.toLowerCase()).toSorted()).toEqual([...REVIEW_KEYS].toSorted())
  for (const key of documented) expect(reviewKeyOf({ ...PLAIN, key }, FREE)).toBe(key.toLowerCase())
  for (const key of ['x', 'Enter', 'F1', '']) expect(reviewKeyOf({ ...PLAIN, key }, FREE)).toBeNull()
})

it('ignores keys in a text field, in a dialog and with a modifier', () => {
  expect(reviewKeyOf({ ...PLAIN, key: 'c' }, { ...FREE, isTyping: true })).toBeNull()
  expect(reviewKeyOf({ ...PLAIN, key: 'c' }, { ...FREE, isDialogOpen: true })).toBeNull()
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey', 'isComposing'])
    expect(reviewKeyOf({ ...PLAIN, key: 'c', [modifier]: true }, FREE)).toBeNull()
})

it('steps through the comments and stops at both ends', () => {
  expect([nextPosition(-1, 1, 3), nextPosition(-1, -1, 3)]).toEqual([0, 2])
  expect([nextPosition(0, 1, 3), nextPosition(2, 1, 3), nextPosition(0, -1, 3)]).toEqual([1, 2, 0])
  expect(nextPosition(-1, 1, 0)).toBeNull()
})
