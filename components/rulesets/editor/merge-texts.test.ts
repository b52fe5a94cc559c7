import fc from 'fast-check'
import { expect, test } from 'vitest'
import { analyseRuleset } from '../../../server/language/semantics/analyse'
import { DEFAULT_LANGUAGE_LIMITS } from '../../../server/language/text/limits'
import { builtInLibrary } from '../../../server/language/units/unit-library'
import { mergeTexts } from './merge-texts'

const BASE = 'declare a as boolean;\n// about a\nassert a_holds { a };\n'

test('keeps both changes of different lines', () => {
  const mine = BASE.replace('// about a', '// what a is')
  const theirs = `${BASE}assert b_holds { Not(a) };\n`
  expect(mergeTexts(BASE, mine, theirs, 'Ann')).toEqual({
    text: `${mine}assert b_holds { Not(a) };\n`,
    conflicts: [],
  })
})

test('the same change on both sides is not a conflict', () => {
  const both = BASE.replace('about', 'on')
  expect(mergeTexts(BASE, both, both, 'Ann')).toEqual({ text: both, conflicts: [] })
})

test('conflicting changes of a line are both listed, and the text does not compile', () => {
  const [mine, theirs] = [BASE.replace('about', 'on'), BASE.replace('about', 'of')]
  const { text, conflicts } = mergeTexts(BASE, mine, theirs, 'Ann')
  expect(text).toBe(
    'declare a as boolean;\n<<<<<<< yours\n// on a\n=======\n// of a\n>>>>>>> Ann\nassert a_holds { a };\n',
  )
  expect(conflicts).toEqual([{ line: 2, mine: ['// on a'], theirs: ['// of a'] }])
  const compile = (source: string) => analyseRuleset(source, builtInLibrary(), DEFAULT_LANGUAGE_LIMITS).ruleset
  expect(compile(BASE)).not.toBeNull()
  expect(compile(text)).toBeNull()
})

test('keeps every line that either side wrote, and takes every change that only one side made', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', 'd', 'e', ''), { maxLength: 12 })
    .map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, text, (base, mine, theirs) => {
      const { text: merged } = mergeTexts(base, mine, theirs, 'Ann')
      const mergedLines = new Set(merged.split('\n'))
      const added = (side: string) => side.split('\n').filter((line) => !base.split('\n').includes(line))
      for (const line of [...added(mine), ...added(theirs)]) expect(mergedLines).toContain(line)
      expect(mergeTexts(base, mine, base, 'Ann').text).toBe(mine)
      expect(mergeTexts(base, base, theirs, 'Ann').text).toBe(theirs)
    }),
  )
})
