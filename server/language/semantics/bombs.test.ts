import { describe, expect, it } from 'vitest'
import { format } from '../format/format'
import { BOMBS } from '../testing/bombs'
import { builtInLibrary } from '../units/library'
import { analyse } from './analyse'
import { DEFAULT_LANGUAGE_LIMITS } from './limits'

const LIBRARY = builtInLibrary()

describe('a text that means to be costly gets its answer', () => {
  it.each(Object.keys(BOMBS))('%s', (name) => {
    const text = BOMBS[name]!()
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(DEFAULT_LANGUAGE_LIMITS.source_bytes)
    const { diagnostics, exceeded, ruleset } = analyse(text, LIBRARY, DEFAULT_LANGUAGE_LIMITS)
    expect(ruleset !== null || exceeded !== null || diagnostics.length > 0).toBe(true)
    expect(diagnostics.length).toBeLessThanOrEqual(1_001)
    expect(format(text).length).toBeGreaterThan(0)
  })
})
