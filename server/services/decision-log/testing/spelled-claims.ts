/** Random records and lists, nested or under paths, as a check accepts them. */
import fc from 'fast-check'
import type { LosslessJson } from '../../../language/numeric/lossless-json'

/** Null is a value, a number the entries of a list. */
export type Shape = null | { readonly [name: string]: Shape } | readonly [entries: number, of: Shape]

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

/** By the names of claims. */
export const arbitraryShapes = fc.dictionary(name, shape, { minKeys: 1 })

/** Every path of a shape. */
export function pathsOf(given: Shape, path: string): readonly string[] {
  if (given === null) return [path]
  if (isList(given)) return [path, ...pathsOf(given[1], `${path}[]`)]
  return [path, ...Object.entries(given).flatMap(([inner, of]) => pathsOf(of, `${path}.${inner}`))]
}

export class SpelledClaims<Value extends LosslessJson> {
  readonly claims: Record<string, LosslessJson> = {}
  readonly values: { readonly value: Value; readonly path: string }[] = []

  /**
   * @param isFlat asked for each record and list: whether its members are under paths
   * @param valueAt makes the value of a number, from 0
   */
  constructor(
    shapes: Readonly<Record<string, Shape>>,
    private readonly isFlat: () => boolean,
    private readonly valueAt: (nth: number) => Value,
  ) {
    for (const [claim, given] of Object.entries(shapes)) this.put(this.claims, claim, given, claim)
  }

  private put(into: Record<string, LosslessJson>, key: string, given: Shape, path: string): void {
    const members = membersOf(given)
    if (given === null) into[key] = this.nextValue(path)
    else if (this.isFlat())
      for (const [step, of, inner] of members) this.put(into, `${key}${step}`, of, `${path}${inner}`)
    else if (isList(given))
      into[key] = members.map(([, of, inner]) => {
        const entry: Record<string, LosslessJson> = {}
        this.put(entry, 'entry', of, `${path}${inner}`)
        return entry.entry ?? wrapped(entry)
      })
    else {
      const record: Record<string, LosslessJson> = {}
      for (const [step, of, inner] of members) this.put(record, step.slice(1), of, `${path}${inner}`)
      into[key] = record
    }
  }

  private nextValue(path: string): Value {
    const value = this.valueAt(this.values.length)
    this.values.push({ value, path })
    return value
  }
}

function isList(given: Shape): given is readonly [number, Shape] {
  return Array.isArray(given)
}

/** Each member of a list or record: the next step of a flat name, its shape, and the next step of its path. */
function membersOf(given: Shape): readonly (readonly [step: string, of: Shape, inner: string])[] {
  if (given === null) return []
  if (isList(given)) return Array.from({ length: given[0] }, (_, at) => [`[${at}]`, given[1], '[]'] as const)
  return Object.entries(given as Record<string, Shape>).map(([each, of]) => [`.${each}`, of, `.${each}`] as const)
}

/** An entry whose members are under paths; the name of the entry itself is not a part of them. */
function wrapped(entry: Record<string, LosslessJson>): LosslessJson {
  return Object.fromEntries(Object.entries(entry).map(([key, value]) => [key.replace(/^entry\.?/, ''), value]))
}
