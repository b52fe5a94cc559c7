import { expect, test } from 'vitest'
import { analyse } from '../../server/language/semantics/analyse'
import { DEFAULT_LANGUAGE_LIMITS } from '../../server/language/semantics/limits'
import { builtInLibrary } from '../../server/language/units/library'
import { STARTER } from './starter'

test('a new ruleset compiles without a remark', () => {
  const { ruleset, diagnostics } = analyse(STARTER, builtInLibrary(), DEFAULT_LANGUAGE_LIMITS)
  expect(diagnostics).toEqual([])
  expect(ruleset).not.toBeNull()
})
