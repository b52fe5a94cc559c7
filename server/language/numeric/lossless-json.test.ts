import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonNumber, type LosslessJson, MAX_DEPTH, readJson } from './lossless-json'

function rounded(value: LosslessJson): unknown {
  if (value instanceof JsonNumber) return Number(value.text)
  if (Array.isArray(value)) return value.map(rounded)
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, rounded(member)]))
  return value
}

function read(text: string): LosslessJson {
  const answer = readJson(text)
  if ('problem' in answer) throw new Error(answer.problem.message)
  return answer.value
}

function problem(text: string): string {
  const answer = readJson(text)
  if (!('problem' in answer)) throw new Error(`accepted ${text}`)
  return `${answer.problem.message} at ${answer.problem.offset}`
}

describe('readJson', () => {
  it('agrees with JSON.parse on every document that JSON.stringify makes', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(rounded(read(text))).toEqual(JSON.parse(text))
      }),
    )
  })

  it('refuses exactly what JSON.parse refuses, except for duplicates and surrogates', () => {
    const soup = fc.stringMatching(/^[[\]{}",:0-9eE+\-.truefalsn\\u ]{0,24}$/)
    fc.assert(
      fc.property(soup, (text) => {
        const answer = readJson(text)
        let parsed = true
        try {
          JSON.parse(text)
        } catch {
          parsed = false
        }
        if ('problem' in answer && parsed) expect(answer.problem.message).toMatch(/stands twice|lone surrogate/)
        else expect('value' in answer).toBe(parsed)
      }),
      { numRuns: 5_000 },
    )
  })

  it('keeps a number as it was written', () => {
    expect(read('12345678901234567890.12')).toEqual(new JsonNumber('12345678901234567890.12'))
    expect(read('[0.10, -1e400]')).toEqual([new JsonNumber('0.10'), new JsonNumber('-1e400')])
  })

  it('reports the position of each mistake', () => {
    expect(problem('{"a":1,"a":2}')).toBe('the key "a" stands twice at 7')
    expect(problem('"\\ud800"')).toBe('a lone surrogate is no character at 1')
    expect(problem('"\ud800"')).toBe('a lone surrogate is no character at 1')
    expect(problem('01')).toMatch(/begin with a zero/)
    expect(problem('')).toMatch(/ends too early/)
    expect(problem('{"a":1} x')).toMatch(/follows the end/)
    expect(problem('{"a":1,}')).toMatch(/key in double quotes/)
  })

  it('refuses nesting that would exhaust the stack', () => {
    expect(read('['.repeat(MAX_DEPTH) + ']'.repeat(MAX_DEPTH))).toBeDefined()
    expect(problem('['.repeat(100_000))).toMatch(/nested deeper/)
  })

  it('takes __proto__ as an ordinary key', () => {
    const value = read('{"__proto__": {"polluted": true}}') as { [key: string]: LosslessJson }
    expect(Object.keys(value)).toEqual(['__proto__'])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})
