import { expect, it } from 'vitest'
import { noteParagraphs } from './sentence-view'

it('joins the lines of a note into one paragraph', () => {
  expect(noteParagraphs(['A receipt is needed', '  from 75 dollars on.'])).toEqual([
    'A receipt is needed from 75 dollars on.',
  ])
})

it('ends a paragraph at empty lines', () => {
  expect(noteParagraphs(['', 'One.', 'Still one.', '', ' ', 'Two.', ''])).toEqual(['One. Still one.', 'Two.'])
  expect(noteParagraphs([])).toEqual([])
})
