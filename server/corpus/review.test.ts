/**
 * Golden reviews: each folder of corpus/review holds a ruleset and the review that a person is to read.
 *
 * `UPDATE=1` writes expected.txt anew; read what changed before it is committed.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { renderReview } from '../engine/describe/review'
import { analyse } from '../language/analyse'
import type { CheckedRuleset } from '../language/checked-ruleset'
import { DEFAULT_LANGUAGE_LIMITS } from '../language/limits'
import { builtInLibrary } from '../units/library'

const REVIEWS = join(import.meta.dirname, 'review')

function compiled(folder: string): CheckedRuleset {
  const text = readFileSync(join(folder, 'ruleset.tsr'), 'utf8')
  const { ruleset, diagnostics } = analyse(text, builtInLibrary(), DEFAULT_LANGUAGE_LIMITS)
  expect(
    diagnostics.filter(({ severity }) => severity === 'error').map(({ line, message }) => `${line}: ${message}`),
  ).toEqual([])
  if (ruleset === null) throw new Error(`${folder} does not compile`)
  return ruleset
}

describe('the review of', () => {
  it.each(readdirSync(REVIEWS))('%s reads as agreed', (name) => {
    const review = renderReview(compiled(join(REVIEWS, name)))
    const file = join(REVIEWS, name, 'expected.txt')
    if (process.env.UPDATE === '1') writeFileSync(file, review)
    expect(review).toBe(readFileSync(file, 'utf8'))
  })
})
