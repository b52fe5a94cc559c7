import { expect, test } from 'vitest'
import type { CheckableRuleset } from '../../engine/batch/check-compiled'
import { DEFAULT_BIND_LIMITS } from '../../engine/claims/reading'
import { CompiledRuleset } from '../../engine/compile'
import { analyseRuleset } from '../../language/semantics/analyse'
import { DEFAULT_LANGUAGE_LIMITS } from '../../language/text/limits'
import { builtInLibrary } from '../../language/units/unit-library'
import { outlineRuleset } from './outline-ruleset'

const LIMITS = { ...DEFAULT_LANGUAGE_LIMITS, ...DEFAULT_BIND_LIMITS }

function compiled(source: string): CheckableRuleset {
  const library = builtInLibrary()
  const { ruleset, diagnostics } = analyseRuleset(source, library, LIMITS)
  if (ruleset === null) throw new Error('the text of the test does not compile')
  const input = { source, hash: '', library, unitLibraryHash: null, limits: LIMITS }
  return { compiled: new CompiledRuleset(input, ruleset, diagnostics) } as CheckableRuleset
}

test('finds rules and claims as written, as spoken, and by their questions', () => {
  const { words } = outlineRuleset(() =>
    compiled(
      '// @ask has_receipt Is there proof?\ndeclare has_receipt as boolean;\nassert proofHeld { has_receipt };\n',
    ),
  )
  for (const word of ['has_receipt', 'has receipt', 'proofHeld', 'proof held', 'Is there proof?'])
    expect(words).toContain(word)
})
