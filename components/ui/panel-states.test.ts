import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { looksLikeProse } from './panel-states'

test.each([
  'A receipt is required for any expenditure of $75 or more, and for lodging.',
  'version 1.3;\n\nEmployees shall submit their claims within thirty days of the expense.',
  'The controller shall, without undue delay, notify the supervisory authority.',
])('is prose: %s', (text) => expect(looksLikeProse(text)).toBe(true))

test.each([
  '',
  'version 1.3;\n// A receipt is needed for each and every payment above the limit\ndeclare paid as boolean',
  '/* All who claim must say so within thirty days */ assert a { }',
  'assert a { IF x THEN y ELSE IF z THEN v ELSE w',
  'declare level as enum ["one of the very many long words", "two"',
])('is not prose: %s', (text) => expect(looksLikeProse(text)).toBe(false))

test('no example, whole or cut, looks like prose', () => {
  const folder = path.resolve(import.meta.dirname, '../../public/examples')
  for (const file of readdirSync(folder).filter((name) => name !== 'index.json')) {
    const { ruleset } = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as { ruleset: string }
    for (let end = 0; end <= ruleset.length; end += 97) {
      // A cut comment is still a comment, and so is a quote on its own line.
      const cut = ruleset.slice(0, end).replace(/"[^"\n]*$/, '')
      expect(looksLikeProse(cut), `${file} to ${end}`).toBe(false)
    }
  }
})
