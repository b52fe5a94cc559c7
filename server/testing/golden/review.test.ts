/**
 * Golden reviews: each folder of golden/review contains a ruleset and its review. `UPDATE=1` writes expected.txt again;
 * read the changes before the commit.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { printSentence } from '../../engine/explain/english/clause'
import { languageMarks } from '../../engine/explain/english/testing/checked-trees'
import { describeRuleset, renderReview } from '../../engine/explain/review'
import { analyseRuleset } from '../../language/semantics/analyse'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { DEFAULT_LANGUAGE_LIMITS } from '../../language/text/limits'
import { builtInLibrary } from '../../language/units/unit-library'

const POLICIES = join(import.meta.dirname, 'policies')
const REVIEWS = join(import.meta.dirname, 'review')

function folders(parent: string): readonly string[] {
  const entries = readdirSync(parent, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
}

function compiled(folder: string): CheckedRuleset {
  const text = readFileSync(join(folder, 'ruleset.tsr'), 'utf8')
  const { ruleset, diagnostics } = analyseRuleset(text, builtInLibrary(), DEFAULT_LANGUAGE_LIMITS)
  expect(
    diagnostics.filter(({ severity }) => severity === 'error').map(({ line, message }) => `${line}: ${message}`),
  ).toEqual([])
  if (ruleset === null) throw new Error(`${folder} does not compile`)
  return ruleset
}

describe('the review of', () => {
  it.each(folders(REVIEWS))('%s reads as recorded', (name) => {
    const review = renderReview(compiled(join(REVIEWS, name)))
    const file = join(REVIEWS, name, 'expected.txt')
    if (process.env.UPDATE === '1') writeFileSync(file, review)
    expect(review).toBe(readFileSync(file, 'utf8'))
  })
})

describe('the sentences of', () => {
  it.each(folders(POLICIES))('%s contain no operator and no keyword of the language', (name) => {
    const { sections } = describeRuleset(compiled(join(POLICIES, name)))
    const fields = sections.flatMap((section) => section.entries.flatMap((entry) => entry.fields))
    const texts = fields.flatMap((field) => (field.kind === 'sentence' ? [printSentence(field.sentence, '', '')] : []))
    expect(texts.length).toBeGreaterThan(3)
    expect(texts.filter((text) => languageMarks(text).length > 0)).toEqual([])
  })
})
