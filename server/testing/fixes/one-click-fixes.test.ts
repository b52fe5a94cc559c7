import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../engine/testing/random-rules'
import { randomRuleset } from '../../language/testing/random-ruleset'
import { FIELD_FAULTS } from './field-faults'
import { analysed, brokenMend, brokenPromises } from './fix-promises'
import { FORM_FAULTS } from './form-faults'
import { type Fault, STATEMENT_FAULTS } from './statement-faults'
import { TOKEN_FAULTS } from './token-faults'

const GOLDEN = join(import.meta.dirname, '../golden/diagnostics')
const FAULTS: readonly Fault[] = [...TOKEN_FAULTS, ...FORM_FAULTS, ...STATEMENT_FAULTS, ...FIELD_FAULTS]
/** Texts of `first`, exceptions and tables have too many separators to find the lost one; golden cases have their fixes. */
const RULESETS = randomRuleset({ depth: 2, maxAssertions: 2, definitions: false, lookups: false, libraries: false })

/** Returns the broken promises of the fixes of one text with one fault. */
function complaints(text: string, fault: Fault, seed: number): readonly string[] {
  const random = seededRandom(seed)
  const made = fault.make(text, random)
  if (made === null || made.bad === made.good) return []
  const each = analysed(made.bad).diagnostics.flatMap((diagnostic) =>
    diagnostic.fixes.flatMap((fix) =>
      brokenPromises(made, fault.restores, diagnostic, fix, random).map(
        (broken) => `${diagnostic.code}: ${fix.title}: ${broken}`,
      ),
    ),
  )
  const together = fault.restores ? brokenMend(made, random) : null
  const all = together === null ? each : [...each, together]
  return all.map((complaint) => `${fault.name}: ${complaint}\n${made.bad}`)
}

function tryTexts(numRuns: number): void {
  fc.assert(
    fc.property(RULESETS, fc.constantFrom(...FAULTS), fc.integer(), (text, fault, seed) => {
      expect(complaints(text, fault, seed)).toEqual([])
    }),
    { numRuns },
  )
}

describe('every one-click fix of a text with one fault', () => {
  it('leads to a text with the meaning of its title: 300 texts', () => tryTexts(300))

  it('leads to a text with the meaning of its title: 10,000 texts', { tags: ['nightly'], timeout: 900_000 }, () =>
    tryTexts(10_000),
  )

  it('is tested by the faults, whatever its diagnostic is', { tags: ['nightly'] }, () => {
    const met = new Set<string>()
    fc.sample(RULESETS, { numRuns: 12_000, seed: 1 }).forEach((text, i) => {
      const made = FAULTS[i % FAULTS.length]!.make(text, seededRandom(i))
      const diagnostics = made === null ? [] : analysed(made.bad).diagnostics
      for (const { code, fixes } of diagnostics) if (fixes.length > 0) met.add(code)
    })
    expect(codesWithFixes().filter((code) => !met.has(code))).toEqual([])
  })
})

/** Returns the codes whose golden diagnostics have a fix. */
function codesWithFixes(): readonly string[] {
  return readdirSync(GOLDEN).filter((code) => {
    const expected = JSON.parse(readFileSync(join(GOLDEN, code, 'expected.json'), 'utf8')) as Expected
    return expected.diagnostics.some((diagnostic) => diagnostic.code === code && (diagnostic.fixes?.length ?? 0) > 0)
  })
}

interface Expected {
  readonly diagnostics: readonly { readonly code?: string; readonly fixes?: readonly unknown[] }[]
}
