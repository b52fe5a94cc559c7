/** Random records and lists in random spellings: whatever a rule drops or hashes is not in the text that is stored. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DECISION_LOG_SETTINGS } from '../../api/terms/decision-log-settings'
import { NEW_DECISION_LOG, REDACTIONS, type Redaction } from '../../api/terms/decision-log-words'
import type { LosslessJson } from '../../language/numeric/lossless-json'
import { redactedText } from './redact-claims'

/** Null is a value, a number the entries of a list. */
type Shape = null | { readonly [name: string]: Shape } | readonly [entries: number, of: Shape]

const name = fc.constantFrom('a', 'b', 'person', 'name')
const { shape } = fc.letrec<{ shape: Shape; record: Shape }>((tie) => ({
  shape: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constant(null),
    tie('record'),
    // There are no lists of lists.
    fc.tuple(fc.integer({ min: 1, max: 3 }), fc.oneof(fc.constant(null), tie('record'))),
  ),
  record: fc.dictionary(name, tie('shape'), { minKeys: 1, maxKeys: 3 }),
}))
const claimShapes = fc.dictionary(name, shape, { minKeys: 1 })

const isList = (given: Shape): given is readonly [number, Shape] => Array.isArray(given)

/** Every path of a shape, and whether it is a value. */
function pathsOf(given: Shape, path: string): readonly string[] {
  if (given === null) return [path]
  if (isList(given)) return [path, ...pathsOf(given[1], `${path}[]`)]
  return [path, ...Object.entries(given).flatMap(([inner, of]) => pathsOf(of, `${path}.${inner}`))]
}

/** Of a list or record: how a flat name goes on, what it is, and how its path goes on. */
function membersOf(given: Shape): readonly (readonly [step: string, of: Shape, inner: string])[] {
  if (given === null) return []
  if (isList(given)) return Array.from({ length: given[0] }, (_, at) => [`[${at}]`, given[1], '[]'] as const)
  return Object.entries(given as Record<string, Shape>).map(([each, of]) => [`.${each}`, of, `.${each}`] as const)
}

/** Claims with a different secret in each value, nested or under paths as `isFlat` says for each group. */
class Spelled {
  readonly claims: Record<string, LosslessJson> = {}
  readonly secrets: { readonly secret: string; readonly path: string }[] = []

  constructor(private readonly isFlat: () => boolean) {}

  put(into: Record<string, LosslessJson>, key: string, given: Shape, path: string): void {
    const members = membersOf(given)
    if (given === null) into[key] = this.secretAt(path)
    else if (this.isFlat())
      for (const [step, of, inner] of members) this.put(into, `${key}${step}`, of, `${path}${inner}`)
    else if (isList(given))
      into[key] = members.map(([, of, inner]) => {
        const entry: Record<string, LosslessJson> = {}
        this.put(entry, 'entry', of, `${path}${inner}`)
        return entry.entry ?? this.wrapped(entry)
      })
    else {
      const record: Record<string, LosslessJson> = {}
      for (const [step, of, inner] of members) this.put(record, step.slice(1), of, `${path}${inner}`)
      into[key] = record
    }
  }

  /** An entry whose members are under paths; the name of the entry itself is not a part of them. */
  private wrapped(entry: Record<string, LosslessJson>): LosslessJson {
    return Object.fromEntries(Object.entries(entry).map(([key, value]) => [key.replace(/^entry\.?/, ''), value]))
  }

  private secretAt(path: string): string {
    const secret = `secret-${this.secrets.length}-`
    this.secrets.push({ secret, path })
    return secret
  }
}

const around = (path: string): readonly string[] => {
  const steps = path.match(/\[\]|\.?\w+/g)!
  return steps.map((_, nth) => steps.slice(0, steps.length - nth).join(''))
}

it('stores a value only if its nearest rule keeps it, in each spelling', () => {
  const flat = fc.infiniteStream(fc.boolean())
  fc.assert(
    fc.property(
      claimShapes,
      fc.constantFrom(...REDACTIONS),
      fc.array(fc.tuple(fc.nat(), fc.constantFrom(...REDACTIONS)), { maxLength: 4 }),
      flat,
      (shapes, redaction, picked, isFlat) => {
        const paths = Object.entries(shapes).flatMap(([claim, given]) => pathsOf(given, claim))
        const exceptions = Object.fromEntries(picked.map(([at, rule]) => [paths[at % paths.length]!, rule]))
        expect(DECISION_LOG_SETTINGS.safeParse({ ...NEW_DECISION_LOG, exceptions }).success).toBe(true)
        const spelled = new Spelled(() => isFlat.next().value)
        for (const [claim, given] of Object.entries(shapes)) spelled.put(spelled.claims, claim, given, claim)
        const pieces = redactedText(spelled.claims, { redaction, exceptions }).split('\t')
        const stored = pieces.filter((_, at) => at % 3 === 0).join('"hash"')
        const hashed = pieces.filter((_, at) => at % 3 === 2).join()
        expect(() => JSON.parse(stored) as unknown).not.toThrow()
        for (const { secret, path } of spelled.secrets) {
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
