import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LARGE, membersOf } from './large-object'
import { type LosslessJson, readJson } from './lossless-json'

const COUNT = LARGE + 20
const NAMES = Array.from({ length: COUNT }, (_, i) => `claim_${i}`)

function read(text: string): { readonly [key: string]: LosslessJson } {
  const answer = readJson(text)
  if ('problem' in answer) throw new Error(answer.problem.message)
  return answer.value as { readonly [key: string]: LosslessJson }
}

function textOf(names: readonly string[]): string {
  return `{${names.map((name, i) => `${JSON.stringify(name)}: "value ${i}"`).join(', ')}}`
}

/** Reads an object and compares its list of members with the object. */
function expectListed(names: readonly string[]): void {
  const object = read(textOf(names))
  const members = membersOf(object)
  if (names.length < LARGE) expect(members).toBeNull()
  else {
    const listed = members!.names.map((name, i) => [name, members!.values[i]])
    expect(listed.toSorted()).toEqual(names.map((name, i) => [name, `value ${i}`]).toSorted())
  }
  expect(Object.keys(object).toSorted()).toEqual(names.toSorted())
}

describe('the members of a large object', () => {
  it('are those that were written, in any order and after any other object', () => {
    const name = fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom(...NAMES) },
      fc.constantFrom('__proto__', '12', 'a"b', 'back\\', 'ä', '\n', 'toString', '', 'claim_1"'),
    )
    const orders = fc.array(
      fc.tuple(fc.nat(COUNT), fc.uniqueArray(name, { maxLength: 30 })).map(([kept, others]) => {
        const first = NAMES.slice(0, kept)
        return [...first, ...others.filter((other) => !first.includes(other)), ...NAMES.slice(kept)]
      }),
      { minLength: 1, maxLength: 6 },
    )
    fc.assert(
      fc.property(orders, (written) => {
        for (const names of written) expectListed([...new Set(names)])
      }),
    )
  })

  it('share the list of their names if they arrive in the same order', () => {
    const longer = [...NAMES, 'one_more']
    const [first, second, third, fourth] = [NAMES, longer, NAMES, longer].map((names) => membersOf(read(textOf(names))))
    expect(third!.names).toBe(first!.names)
    expect(fourth!.names).toBe(second!.names)
  })

  it('are refused if a member occurs twice, even among the names of an earlier object', () => {
    read(textOf(NAMES))
    for (const place of [0, LARGE - 1, LARGE, COUNT - 2]) {
      const twice = [...NAMES.slice(0, COUNT - 1), NAMES[place]!]
      expect(readJson(textOf(twice))).toMatchObject({
        problem: {
          message: `the key "claim_${place}" stands twice`,
          offset: textOf(twice).lastIndexOf(`"claim_${place}"`),
        },
      })
    }
  })

  it('end where their quotes end, not where an earlier name does', () => {
    read(textOf(NAMES))
    const last = NAMES.at(-1)!
    const others = ['\\"', '\\u0041', '_more'].map((ending) => textOf(NAMES).replace(`"${last}"`, `"${last}${ending}"`))
    for (const text of others) expect(Object.keys(read(text))).toEqual(Object.keys(JSON.parse(text)))
  })

  it('never change', () => {
    const object = read(textOf(NAMES)) as Record<string, unknown>
    expect(() => Object.assign(object, { claim_0: 'another' })).toThrow(TypeError)
    expect(() => Object.assign(object, { one_more: 1 })).toThrow(TypeError)
    expect(Reflect.deleteProperty(object, 'claim_0')).toBe(false)
  })

  it('are not copied with the object', () => {
    expect(membersOf({ ...read(textOf(NAMES)) })).toBeNull()
  })
})
