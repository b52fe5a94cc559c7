import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Report } from '../messages/report'
import { withoutSpans } from '../testing/outline'
import { randomRuleset } from '../testing/random-ruleset'
import { DEFAULT_LANGUAGE_LIMITS } from '../text/limits'
import { parseText } from './parse'
import { printRuleset } from './print'
import type { Ruleset } from './syntax'

function read(text: string): Ruleset {
  const report = new Report()
  const { ruleset } = parseText(text, report, DEFAULT_LANGUAGE_LIMITS)
  expect(report.hasErrors).toBe(false)
  return ruleset
}

describe('printed syntax', () => {
  it('reads back as the same tree', { tags: 'thorough' }, () => {
    fc.assert(
      fc.property(randomRuleset({ depth: 4 }), (text) => {
        const tree = read(text)
        const printed = printRuleset(tree)
        expect(withoutSpans(read(printed).statements)).toEqual(withoutSpans(tree.statements))
        expect(printRuleset(read(printed))).toBe(printed)
      }),
      { numRuns: 300 },
    )
  })

  it('adds brackets that the tree needs', () => {
    const { statements } = read(
      'let a = (1 + 2) * (3 - (4 - 5)) / (6 * 7); let b = -(5); let c = (x < 1) == (y == 2); let d = -(-(a + 1));',
    )
    const bare = withoutGroups(statements)
    const printed = printRuleset({ version: null, statements: bare, sharedParts: [], comments: [] })
    expect(printed).toBe(
      'let a = (1 + 2) * (3 - (4 - 5)) / (6 * 7);\nlet b = -(5);\nlet c = (x < 1) == (y == 2);\nlet d = --(a + 1);\n',
    )
    expect(withoutSpans(withoutGroups(read(printed).statements))).toEqual(withoutSpans(bare))
  })

  it('keeps the content of strings', () => {
    const { statements } = read('declare e as enum ["say \\"hi\\"", "back\\\\slash", "tab\\t", "Caf\u00e9"];')
    expect(
      withoutSpans(read(printRuleset({ version: null, statements, sharedParts: [], comments: [] })).statements),
    ).toEqual(withoutSpans(statements))
  })
})

function withoutGroups<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, part) => (part?.kind === 'group' ? part.inner : part))
}
