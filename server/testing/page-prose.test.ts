/** The pages use plain English, without phrasings that native technical prose avoids. */
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { pageStrings, stringsIn } from './page-strings'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** Words that "where" may follow in good English. */
const PLACE =
  '(?:place|places|point|points|case|cases|file|files|folder|line|lines|row|position|exactly|know|knows|see|shows?|says?|says exactly|and|or|from|to|is|are|page|spot|the|of|step|moment|area|section|field|table|column|node)'

const PATTERNS: Readonly<Record<string, RegExp>> = {
  '"where" for "if" or "when"': new RegExp(
    `(?<!\\b${PLACE}) \\bwhere (?:it|they|there|this|that|none|no|a|an|the|one|something|nothing|its|each|any|some|both|[a-z]+ing|possible|known|needed|given)\\b|(?:^|[.:;] )Where (?!to\\b|it comes\\b)`,
    'i',
  ),
  // A heading without a full stop may be a clause: "What was signed".
  'a statement that begins with "What"': /(?:^|[.:;] )What (?!is new\b|changed\b|you\b)[^?]*?[.:;]/,
  '"none" as a noun': /\bnone\b/i,
  '"stands" for "is"': /\b(?:stands|stand|stood) (?!up|for|in for|out|alone|still|by)/,
  '"alone" for "only"': /\b(?:alone|by itself)\b/,
  '"is no" for "is not a"':
    /(?<!\bthere )\b(?:is|are|was|were) no (?!longer|more|less|other|one|need|such|way|matter|different|better)/i,
  '"beside"': /\bbeside\b/,
  '"of its own" after a noun': /\bof (?:its|their|his|one's|our|your) own\b(?! (?!and\b|or\b|to\b|that\b)\w)/,
  '"anew"': /\banew\b/,
  'a clause with "of which"': /\b(?:of|by|with|in) which\b|\bof whom\b/,
  '"as such"': /\bas such\b/,
  'the verb before the subject':
    /(?:^|[.;:] )(?:Nor|Neither|Only then|So|Not) (?:does|do|is|are|has|have|can|may|will)\b/,
  'a statement that begins with "Who"': /(?:^|[.:;] )Who (?![^.:;]*\?)\w+ [^.:;?]*[.;](?:\s|$)/,
}

/** Words of the ruleset language and of programs, which pages quote. */
const QUOTED = [/\bnone of\b/i, /tap-highlight/]

describe('the strings of a page', () => {
  it("include an element's text and values, attributes and messages", () => {
    const source = `
      import x from './some where'
      const WORDS = { one: 'first words', many: ['second words', 'third words'] }
      export const Page = (p: { n: number }) => (
        <p title="a title here" className="mt-1 text-ink-soft">
          {p.n} rulesets of <b>this namespace</b> {p.n > 1 ? 'were changed' : \`was changed \${p.n} times\`}
        </p>
      )`
    expect(stringsIn(source, 'page.tsx')).toEqual([
      'first words',
      'second words',
      'third words',
      'a title here',
      '… rulesets of … …',
      'this namespace',
      'were changed',
      'was changed … times',
    ])
  })
})

describe('plain English on the pages', () => {
  const strings = pageStrings(ROOT)
  const findings = (pattern: RegExp) =>
    strings
      .filter(({ text }) => pattern.test(QUOTED.reduce((rest, quoted) => rest.replace(quoted, ''), text)))
      .map(({ file, text }) => `${file}: ${text}`)

  it('reads the strings of every page', () => {
    expect(strings.length).toBeGreaterThan(1_500)
    for (const folder of [
      'accounts',
      'checks',
      'docs',
      'editor',
      'guardrails',
      'meaning',
      'rulesets',
      'signing',
      'ui',
      'units',
    ])
      expect(
        strings.some(({ file }) => file.startsWith(`components/${folder}/`)),
        folder,
      ).toBe(true)
  })

  for (const [phrasing, pattern] of Object.entries(PATTERNS))
    it(`has no ${phrasing.replace(/^an? /, '')}`, () => {
      expect(findings(pattern).join('\n')).toBe('')
    })
})
