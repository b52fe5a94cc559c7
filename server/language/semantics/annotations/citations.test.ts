import { describe, expect, it } from 'vitest'
import { DEFAULT_LANGUAGE_LIMITS } from '../../text/limits'
import { builtInLibrary } from '../../units/unit-library'
import { analyseRuleset } from '../analyse'

const RULES = `declare amount as numeric;
let limit = 100 "USD";
assert within { amount < limit };`

function analyse(text: string) {
  return analyseRuleset(text, builtInLibrary(), DEFAULT_LANGUAGE_LIMITS)
}

describe('@cite', () => {
  it('names clauses of an assertion, a definition and a claim, each once and in order', () => {
    const { ruleset } = analyse(`version 1.4;
// @cite within TE-07 4.2(b) the daily  limit
// @cite limit TE-07 4.1
// @cite amount KYC §3
// @cite within TE-07 4.2(b)
// @cite within TE-08 4.2(b)
${RULES}`)
    expect(ruleset?.citations?.map(({ name, document, clause, words }) => [name, document, clause, words])).toEqual([
      ['within', 'TE-07', '4.2(b)', 'the daily  limit'],
      ['limit', 'TE-07', '4.1', null],
      ['amount', 'KYC', '§3', null],
      ['within', 'TE-08', '4.2(b)', null],
    ])
  })

  it('has the place of document and clause', () => {
    const text = `version 1.4;\n// @cite within 4.2 4.2 words\n${RULES}`
    const [citation] = analyse(text).ruleset?.citations ?? []
    expect(text.slice(citation?.start, citation?.end)).toBe('4.2 4.2')
  })

  it('stays a comment before version 1.4, and in texts without it nothing is added', () => {
    const { ruleset, diagnostics } = analyse(`// @cite within TE-07 4.2(b)\n${RULES}`)
    expect(ruleset).not.toHaveProperty('citations')
    expect(diagnostics.map(({ code }) => code)).toContain('citation-version')
    expect(analyse(`version 1.4;\n${RULES}`).ruleset).not.toHaveProperty('citations')
  })

  it('is renamed with what it describes', () => {
    const { names } = analyse(`version 1.4;\n// @cite within TE-07 1\n${RULES}`)
    const uses = names.filter(({ name }) => name === 'within')
    expect(new Set(uses.map(({ declaredAt }) => declaredAt)).size).toBe(1)
    expect(uses.map(({ declares }) => declares)).toEqual([false, true])
  })
})
