/** Random records and lists in random spellings: whatever a rule drops or hashes is not in the text that is stored. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DECISION_LOG_SETTINGS } from '../../api/terms/decision-log-settings'
import { NEW_DECISION_LOG, REDACTIONS, type Redaction } from '../../api/terms/decision-log-words'
import { redactedText } from './redact-claims'
import { arbitraryShapes, pathsOf, SpelledClaims } from './testing/spelled-claims'

const around = (path: string): readonly string[] => {
  const steps = path.match(/\[\]|\.?\w+/g)!
  return steps.map((_, nth) => steps.slice(0, steps.length - nth).join(''))
}

it('stores a value only if its nearest rule keeps it, in each spelling', () => {
  const flat = fc.infiniteStream(fc.boolean())
  fc.assert(
    fc.property(
      arbitraryShapes,
      fc.constantFrom(...REDACTIONS),
      fc.array(fc.tuple(fc.nat(), fc.constantFrom(...REDACTIONS)), { maxLength: 4 }),
      flat,
      (shapes, redaction, picked, isFlat) => {
        const paths = Object.entries(shapes).flatMap(([claim, given]) => pathsOf(given, claim))
        const exceptions = Object.fromEntries(picked.map(([at, rule]) => [paths[at % paths.length]!, rule]))
        expect(DECISION_LOG_SETTINGS.safeParse({ ...NEW_DECISION_LOG, exceptions }).success).toBe(true)
        const { claims, values } = new SpelledClaims(
          shapes,
          () => isFlat.next().value,
          (nth) => `secret-${nth}-`,
        )
        const pieces = redactedText(claims, { redaction, exceptions }).split('\t')
        const stored = pieces.filter((_, at) => at % 3 === 0).join('"hash"')
        const hashed = pieces.filter((_, at) => at % 3 === 2).join()
        expect(() => JSON.parse(stored) as unknown).not.toThrow()
        for (const { value: secret, path } of values) {
          const rule: Redaction = exceptions[around(path).find((each) => each in exceptions) ?? ''] ?? redaction
          expect([stored.includes(secret), hashed.includes(secret)], path).toEqual([rule === 'keep', rule === 'hash'])
        }
      },
    ),
  )
})

it('applies the rule of a record to the flat names of its members', () => {
  const rule = { redaction: 'keep', exceptions: { person: 'drop' } } as const
  expect(redactedText({ 'person.name': 'Secret', other: 'kept' }, rule)).toBe('{"other":"kept"}')
  expect(redactedText({ person: { 'home.street': 'x' } }, { ...rule, exceptions: { 'person.home': 'drop' } })).toBe(
    '{"person":{}}',
  )
})
