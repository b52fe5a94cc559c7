import { describe, expect, it } from 'vitest'
import { analyseRuleset } from '../semantics/analyse'
import { POLICY_WORDS, STATEMENT_WORDS, STRUCTURE_WORDS, TYPE_WORDS, wordsOf } from '../syntax/words'
import { DEFAULT_LANGUAGE_LIMITS } from '../text/limits'
import { builtInLibrary } from '../units/unit-library'
import type { Construct } from './constructs/construct'
import { CONSTRUCTS, constructOf } from './constructs/constructs'
import { GRAMMAR_GUIDE, GUIDE_RULESET } from './grammar-guide'

const LIBRARY = builtInLibrary()

function problems(text: string, severities: readonly string[] = ['error']): string[] {
  const { diagnostics } = analyseRuleset(text, LIBRARY, DEFAULT_LANGUAGE_LIMITS)
  return diagnostics.filter((d) => severities.includes(d.severity)).map((d) => `${d.line}: ${d.message}`)
}

/** Adds the example to the guide's ruleset. */
function inGuide({ kind, example }: Construct): string {
  if (kind === 'condition') return `${GUIDE_RULESET}assert example { ${example} };`
  if (kind === 'number' || kind === 'choice')
    return `${GUIDE_RULESET}assert example { And(has_id, ${example} == ${example}) };`
  if (kind === 'set') return `${GUIDE_RULESET}assert example { Or(has_id, IsSubset(${example}, ${example})) };`
  return `${GUIDE_RULESET}${example}\n`
}

describe('the grammar guide', () => {
  it('is short enough to read', () => {
    const [guide = '', idioms = ''] = GRAMMAR_GUIDE.split('FROM OTHER LANGUAGES')
    expect(new TextEncoder().encode(guide).length).toBeLessThanOrEqual(10 * 1024)
    expect(new TextEncoder().encode(idioms).length).toBeLessThanOrEqual(4 * 1024)
  })

  it('contains a complete ruleset that compiles without a warning', () => {
    expect(GRAMMAR_GUIDE).toContain(GUIDE_RULESET.trimEnd())
    expect(problems(GUIDE_RULESET, ['error', 'warning'])).toEqual([])
  })

  it.each(CONSTRUCTS)('$word has an example that compiles', (construct) => {
    expect(problems(inGuide(construct))).toEqual([])
    expect(
      construct.word === 'version' || construct.word === 'month_end' || construct.example.includes(construct.word),
    ).toBe(true)
  })

  it('describes every word of the grammar', () => {
    const words = [
      ...wordsOf('1.4').callable,
      ...POLICY_WORDS,
      ...STATEMENT_WORDS,
      ...TYPE_WORDS,
      ...STRUCTURE_WORDS,
      'True',
      'False',
      'local',
    ]
    expect(words.filter((word) => !GRAMMAR_GUIDE.includes(word))).toEqual([])
    expect(words.filter((word) => word !== 'END' && constructOf(word) === null)).toEqual([])
  })
})
