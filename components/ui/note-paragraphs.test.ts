import { expect, it } from 'vitest'
import { noteParagraphs } from './note-paragraphs'

it('lets the lines of a note flow as one paragraph', () => {
  expect(noteParagraphs(['A receipt is needed', '  from 75 dollars on.'])).toEqual([
    'A receipt is needed from 75 dollars on.',
  ])
})

it('ends a paragraph at an empty line, however many there are', () => {
  expect(noteParagraphs(['', 'One.', 'Still one.', '', ' ', 'Two.', ''])).toEqual(['One. Still one.', 'Two.'])
  expect(noteParagraphs([])).toEqual([])
})
