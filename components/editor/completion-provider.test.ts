import { expect, test } from 'vitest'
import { OfferedWords } from './completion-provider'

const TEXT = '// @unit amount US'
const start = TEXT.indexOf('US')
const units = new OfferedWords()
units.set(['USD', 'US', 'd'].map((label) => ({ label, insert: label, start })))

test('a fully typed word is complete, and a partial one is not', () => {
  expect(units.isComplete(`${TEXT}D`, start + 3)).toBe(true)
  expect(units.isComplete(TEXT, start + 2)).toBe(true)
  expect(units.isComplete(TEXT, start + 1)).toBe(false)
  expect(units.isComplete(TEXT, start)).toBe(false)
})

test('a word that inserts a trailing space is complete without it', () => {
  const tags = new OfferedWords()
  tags.set([{ label: '@unit', insert: '@unit ', start: 3 }])
  expect(tags.isComplete('// @unit', 8)).toBe(true)
  expect(tags.isComplete('// @uni', 7)).toBe(false)
})
