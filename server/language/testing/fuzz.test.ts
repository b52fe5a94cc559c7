import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { repetitions } from '../../testing/repetitions'
import { formatRuleset } from '../format/format'
import { applyFix } from '../messages/diagnostic'
import { analyseRuleset } from '../semantics/analyse'
import { DEFAULT_LANGUAGE_LIMITS } from '../text/limits'
import { builtInLibrary } from '../units/unit-library'
import { mutateTexts, randomBytes } from './mutations'

const LIBRARY = builtInLibrary()
const CORPUS = join(import.meta.dirname, '../../testing/golden')

/** Every ruleset of the corpus, valid or not. */
function rulesets(): string[] {
  const files = readdirSync(CORPUS, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsr'))
  return files.map((file) => readFileSync(join(CORPUS, file), 'utf8'))
}

/** The guarantees of every analysis, for any text. */
function holds(text: string): void {
  const { diagnostics, exceeded, ruleset, names } = analyseRuleset(text, LIBRARY, DEFAULT_LANGUAGE_LIMITS)
  const failed = exceeded !== null || diagnostics.some((d) => d.severity === 'error')
  expect(ruleset === null).toBe(failed)
  const wrong = diagnostics.filter(
    ({ start, end, line, column, endLine, endColumn, fixes }, i) =>
      start < (diagnostics[i - 1]?.start ?? 0) ||
      end < start ||
      end > text.length ||
      Math.min(line, column, endLine, endColumn) < 1 ||
      fixes.some((fix) => applyFix(text, fix) === text || fix.edits.some((edit) => edit.end > text.length)),
  )
  expect(wrong).toEqual([])
  const formatted = formatRuleset(text)
  expect(formatted === text || formatRuleset(formatted) === formatted).toBe(true)
  expect(names.filter(({ start, end, name }) => text.slice(start, end) !== name)).toEqual([])
}

describe('any text', () => {
  it('gets an answer: random byte strings', { tags: ['repeated'] }, () => {
    fc.assert(fc.property(randomBytes(300), holds), { numRuns: repetitions(10_000) })
  })

  it('gets an answer: mutations of real rulesets', { tags: ['repeated'] }, () => {
    fc.assert(fc.property(mutateTexts(rulesets()), holds), { numRuns: repetitions(10_000) })
  })
})
