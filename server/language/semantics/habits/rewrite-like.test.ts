import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isLike } from './rewrite-like'

/** The definition of SQL: `%` is any text, `_` one character, and anything else is itself. */
function byDefinition(text: readonly string[], pattern: readonly string[]): boolean {
  const [sign, ...others] = pattern
  if (sign === undefined) return text.length === 0
  if (sign === '%') return text.some((_, at) => byDefinition(text.slice(at), others)) || byDefinition([], others)
  const [first, ...rest] = text
  return first !== undefined && (sign === '_' || sign === first) && byDefinition(rest, others)
}

const word = (...characters: string[]) => fc.array(fc.constantFrom(...characters), { maxLength: 7 })

it('matches as the definition of LIKE does', () => {
  let matched = 0
  fc.assert(
    fc.property(word('a', 'b', '%'), word('a', 'b', '%', '_'), (text, pattern) => {
      const answer = isLike(text, pattern)
      if (answer) matched++
      expect(answer).toBe(byDefinition(text, pattern))
    }),
    { numRuns: 2_000 },
  )
  expect(matched).toBeGreaterThan(50)
})

it('answers a pattern of many percent signs at once', () => {
  const text = [...'a'.repeat(5_000), 'b']
  expect(isLike(text, [...'%a'.repeat(200), 'c'])).toBe(false)
})
