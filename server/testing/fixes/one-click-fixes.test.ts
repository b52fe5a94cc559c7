import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seeded } from '../../engine/testing/random-rules'
import { randomRuleset } from '../../language/testing/random-ruleset'
import type { Fault } from './fault'
import { analysed, brokenPromises } from './fix-promises'
import { FORM_FAULTS } from './form-faults'
import { STATEMENT_FAULTS } from './statement-faults'
import { TOKEN_FAULTS } from './token-faults'

const FAULTS: readonly Fault[] = [...TOKEN_FAULTS, ...FORM_FAULTS, ...STATEMENT_FAULTS]
const RULESETS = randomRuleset({ depth: 2, maxAssertions: 2 })

/** Every broken promise of every fix of one text with one fault. */
function complaints(text: string, fault: Fault, seed: number): string[] {
  const random = seeded(seed)
  const made = fault.make(text, random)
  if (made === null || made.bad === made.good) return []
  const { diagnostics } = analysed(made.bad)
  return diagnostics.flatMap((diagnostic) =>
    diagnostic.fixes.flatMap((fix) =>
      brokenPromises(made, fault.restores, diagnostic, fix, random).map(
        (broken) => `${fault.name}: ${diagnostic.code}: ${fix.title}: ${broken}\n${made.bad}`,
      ),
    ),
  )
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
  it('keeps what its title says: 300 texts', () => tryTexts(300))

  it('keeps what its title says: 10,000 texts', { tags: ['nightly'] }, () => tryTexts(10_000))
})
