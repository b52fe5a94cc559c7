import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyFix } from '../messages/diagnostic'
import { analyseRuleset } from '../semantics/analyse'
import { mutateTexts } from '../testing/mutations'
import { DEFAULT_LANGUAGE_LIMITS } from '../text/limits'
import { builtInLibrary } from '../units/unit-library'
import { findFolds } from './folding'
import { GUIDE_RULESET } from './grammar-guide'
import { findHighlights } from './highlighting'
import { outlineOf } from './outline'
import { renameAt, usesAt } from './rename'

const LIBRARY = builtInLibrary()
const analysed = (text: string) => analyseRuleset(text, LIBRARY, DEFAULT_LANGUAGE_LIMITS)

const TEXT = `version 1.3;
// @ask amount What is the total?
// @unit amount USD
declare amount as numeric;
declare level as enum ["low", "high"];
declare spare as boolean;
let large = amount > 75 "USD";
assert amount {
  Implies(
    large,
    level == "high"
  )
};
assert any_level [optimistic] { Exists(x in Members(level), x == "low") };
`

/** Renames the name at the first `word`, and returns the text or the reason against it. */
function renamed(text: string, word: string, newName: string): string {
  const renamed = renameAt(text, text.indexOf(word), newName, analysed(text), analysed)
  return renamed.ok ? applyFix(text, renamed) : renamed.reason
}

describe('uses', () => {
  it('finds declaration, annotations and uses, but not the assertion of the same name', () => {
    const uses = usesAt(TEXT.indexOf('amount > 75'), analysed(TEXT))
    expect(uses.map(({ start }) => TEXT.slice(0, start).split('\n').length)).toEqual([2, 3, 4, 7])
    expect(uses.map(({ declares }) => declares)).toEqual([false, false, true, false])
  })

  it('finds them in a text with mistakes elsewhere', () => {
    const broken = `${TEXT}assert half { And(amount > 1 "USD", `
    expect(usesAt(broken.indexOf('amount > 75'), analysed(broken))).toHaveLength(5)
  })

  it('finds nothing without a name', () => {
    expect(usesAt(TEXT.indexOf('75'), analysed(TEXT))).toEqual([])
  })
})

describe('renaming', () => {
  it('changes every use of a claim, including annotations, and the text still compiles', () => {
    const after = renamed(TEXT, 'amount >', 'total')
    expect(after).toBe(TEXT.replaceAll('amount', 'total').replace('assert total', 'assert amount'))
    expect(analysed(after).ruleset).not.toBeNull()
  })

  it('renames definitions, assertions and variables', () => {
    expect(renamed(TEXT, 'large', 'big')).toBe(TEXT.replaceAll('large', 'big'))
    expect(renamed(TEXT, 'any_level', 'level')).toBe(TEXT.replace('any_level', 'level'))
    expect(renamed(TEXT, 'x in', 'one')).toContain('Exists(one in Members(level), one == "low")')
  })

  it('renames in a text that does not compile', () => {
    const broken = `${TEXT}assert half { And(amount > 1 "USD", `
    expect(renamed(broken, 'amount >', 'total')).toContain('And(total > 1')
  })

  it.each([
    ['no name', 'amount >', '2nd', /^A name is a letter/],
    ['an empty name', 'amount >', '', /^A name is a letter/],
    ['letters that no name has', 'amount >', 'größe', /^A name is a letter/],
    ['a word of the language', 'amount >', 'IF', /^"IF" is a word of the language/],
    ['the name of a claim', 'amount >', 'level', /^"level" is the name of a claim on line 5/],
    ['the name of a definition', 'level', 'large', /^"large" is the name of a definition on line 7/],
    ['the name of a variable', 'level', 'x', /^"x" is the name of a member of a set on line 14/],
    ['the name of an assertion', 'any_level', 'amount', /^"amount" is the name of an assertion on line 8/],
    ['no name at the cursor', '75', 'total', /^There is no name here/],
  ])('refuses %s', (_, word, newName, reason) => {
    expect(renamed(TEXT, word, newName)).toMatch(reason)
  })

  it('refuses a name that would capture unknown words', () => {
    const text = `${TEXT}assert unknown { total > 5 "USD" };\n`
    expect(renamed(text, 'amount >', 'total')).toMatch(/some line would mean something else/)
  })

  it('refuses the name of a surrounding variable', () => {
    const text = `${TEXT}assert nested { ForAll(a in {True}, Exists(b in {a}, And(a, b))) };\n`
    expect(renamed(text, 'b in', 'a')).toMatch(/some line would mean something else/)
  })

  it('never adds an error, for any renaming', { tags: 'thorough' }, () => {
    const { names } = analysed(GUIDE_RULESET)
    const before = analysed(GUIDE_RULESET).diagnostics.length
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.constantFrom(...names.map(({ name }) => name), 'fresh'), (at, to) => {
        const renamed = renameAt(GUIDE_RULESET, at.start, to, analysed(GUIDE_RULESET), analysed)
        if (renamed.ok) expect(analysed(applyFix(GUIDE_RULESET, renamed)).diagnostics).toHaveLength(before)
      }),
      { numRuns: 60 },
    )
  })
})

describe('outline', () => {
  it('lists named statements, with type and line', () => {
    expect(outlineOf(TEXT, analysed(TEXT)).map(({ kind, name, detail, line }) => [kind, name, detail, line])).toEqual([
      ['claim', 'amount', 'numeric in USD', 4],
      ['claim', 'level', 'enum ["low", "high"]', 5],
      ['claim', 'spare', 'boolean', 6],
      ['let', 'large', 'boolean', 7],
      ['assertion', 'amount', '', 8],
      ['assertion', 'any_level', 'optimistic', 14],
    ])
  })

  it('lists what can be read around unreadable parts', () => {
    const broken = TEXT.replace('declare level as enum ["low", "high"];', 'declare level as ] ;')
    expect(outlineOf(broken, analysed(broken)).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['amount', 'spare', 'large', 'any_level']),
    )
  })
})

describe('folding', () => {
  it('folds statements, brackets and runs of comments, and leaves closing lines visible', () => {
    expect(findFolds(TEXT).map(({ startLine, endLine, kind }) => [startLine, endLine, kind])).toEqual([
      [2, 3, 'comment'],
      [8, 12, 'region'],
      [9, 11, 'region'],
    ])
  })

  it('folds conditionals and block comments', () => {
    const text = 'assert a { IF b THEN\n c\nELSE\n d\nEND };\n/* one\ntwo */\nlet x =\n  True;\n'
    expect(findFolds(text).map(({ startLine, endLine, kind }) => [startLine, endLine, kind])).toEqual([
      [1, 4, 'region'],
      [6, 7, 'comment'],
      [8, 9, 'region'],
    ])
  })

  it('folds complete parts while the last statement is being written', () => {
    expect(findFolds(`${TEXT}assert half {\n  And(\n    level == "`)).toEqual(findFolds(TEXT))
  })
})

describe('highlighting', () => {
  const meanings = (text: string) =>
    findHighlights(text, analysed(text)).map(({ start, end, meaning }) => `${text.slice(start, end)} ${meaning}`)

  it('distinguishes claims, definitions, assertions, members, units and functions', () => {
    expect(meanings(TEXT)).toEqual(
      expect.arrayContaining([
        'amount claim',
        'large let',
        'amount assertion',
        '"high" member',
        '"USD" unit',
        'Implies function',
        'x variable',
      ]),
    )
  })

  it('marks what no assertion reads', () => {
    const unread = findHighlights(TEXT, analysed(TEXT)).filter((highlight) => highlight.unread)
    expect(unread.map(({ start, end }) => TEXT.slice(start, end))).toEqual(['spare'])
  })

  it('works in a text with mistakes', () => {
    expect(meanings(`${TEXT}assert half { Or(amount > 3 "EUR", lev`)).toEqual(
      expect.arrayContaining(['half assertion', 'Or function', '"EUR" unit']),
    )
  })
})

it('navigation works for every text, however broken', { tags: 'thorough' }, () => {
  fc.assert(
    fc.property(mutateTexts([GUIDE_RULESET]), fc.nat(), (text, position) => {
      const analysis = analysed(text)
      const marked = findHighlights(text, analysis)
      for (const [i, { start, end }] of marked.entries()) {
        expect(end).toBeGreaterThan(start)
        if (i > 0) expect(start).toBeGreaterThanOrEqual(marked[i - 1]!.end)
      }
      for (const { startLine, endLine } of findFolds(text)) expect(endLine).toBeGreaterThan(startLine)
      for (const { nameAt } of outlineOf(text, analysis)) expect(nameAt.end).toBeGreaterThan(nameAt.start)
      const offset = position % (text.length + 1)
      const answer = renameAt(text, offset, 'quite_fresh', analysis, analysed)
      if (answer.ok && answer.edits.length > 0)
        expect(analysed(applyFix(text, answer)).diagnostics).toHaveLength(analysis.diagnostics.length)
    }),
  )
})
