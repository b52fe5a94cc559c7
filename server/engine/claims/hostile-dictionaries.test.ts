import { describe, expect, it } from 'vitest'
import {
  binderOf,
  bindJson,
  booleanClaim,
  enumClaim,
  expectBound,
  expectRejected,
  numberClaim,
} from '../testing/claims'

const PROTOTYPE_NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__']

describe('names of the prototype', () => {
  it.each(PROTOTYPE_NAMES)('%s is a claim as any other', (name) => {
    expect(expectBound(bindJson([booleanClaim(name)], `{"${name}": true}`)).known).toEqual([true])
    expect(expectBound(bindJson([numberClaim(name, 'USD')], `{"${name}": "1 USD"}`)).quantities).toMatchObject([
      { claim: name },
    ])
    expect(expectRejected(bindJson([booleanClaim(name)], '{}')).failures).toEqual([
      {
        field: name,
        expected: 'a value: true or false, or "unknown" where it cannot be determined',
        received: 'nothing',
      },
    ])
  })

  it.each(PROTOTYPE_NAMES)('%s is undeclared like any other name', (name) => {
    const answer = expectRejected(bindJson([booleanClaim('x')], `{"x": true, "${name}": {"a": 1}}`))
    expect(answer.failures.map((failure) => [failure.field, failure.received])).toEqual([[name, 'an object']])
  })

  it('reads an object without a prototype', () => {
    const claims: Record<string, unknown> = Object.assign(Object.create(null), { x: true })
    expect(expectBound(binderOf([booleanClaim('x')]).bind(claims)).known).toEqual([true])
  })
})

describe('hostile values', () => {
  const inputs = [
    booleanClaim('b'),
    enumClaim('e', ['a']),
    numberClaim('n'),
    numberClaim('u', 'USD', { range: ['0', '1'] }),
  ]
  const everywhere = (json: string) => `{"b": ${json}, "e": ${json}, "n": ${json}, "u": ${json}}`

  it.each([
    ['a deep array', `${'['.repeat(60)}${']'.repeat(60)}`, 'an array'],
    ['a deep object', `${'{"a":'.repeat(60)}1${'}'.repeat(60)}`, 'an object'],
    ['an empty object', '{}', 'an object'],
  ])('%s is reported for every claim', (_, json, received) => {
    const answer = expectRejected(bindJson(inputs, everywhere(json)))
    expect(answer.failures.map((failure) => failure.received)).toEqual(inputs.map(() => received))
  })

  it('shortens a long string in its message', () => {
    const answer = expectRejected(bindJson(inputs, everywhere(`"${'x'.repeat(9000)}"`)))
    for (const failure of answer.failures) expect(failure.received).toBe(`"${'x'.repeat(79)}…"`)
  })

  it('never cuts a character in two', () => {
    const answer = expectRejected(
      bindJson([enumClaim('e', ['a'])], `{"e": "${'x'.repeat(78)}${'\u{1F600}'.repeat(20)}"}`),
    )
    expect(answer.failures[0]!.received).toBe(`"${'x'.repeat(78)}…"`)
  })

  it.each([
    ['a line break', 'a\nb', '"a\\nb"'],
    ['a control character', 'a\u0000\u009bb', '"a\\u0000\\u009bb"'],
    ['a bidirectional override', 'a\u202eb', '"a\\u202eb"'],
    ['an invisible character', 'a\u200bb\ufeff', '"a\\u200bb\\ufeff"'],
    ['a tag character', 'a\u{e0041}', '"a\\udb40\\udc41"'],
    ['a lone surrogate', 'a\ud800b', '"a\\ud800b"'],
  ])('escapes %s', (_, value, received) => {
    const answer = expectRejected(binderOf([enumClaim('e', ['a'])]).bind({ e: value }))
    expect(answer.failures[0]!.received).toBe(received)
  })

  it('shows a hostile name harmlessly', () => {
    const name = `a\u202e\n\ud800${'n'.repeat(200)}`
    const answer = expectRejected(binderOf([booleanClaim('x')]).bind({ x: true, [name]: 1 }))
    expect(answer.failures[0]!.field).toBe(`a\\u202e\\u000a\\ud800${'n'.repeat(75)}…`)
  })

  it('refuses lone surrogates in every kind of value', () => {
    const binder = binderOf(inputs)
    const answer = expectRejected(binder.bind({ b: '\udc00', e: '\udc00', n: '\udc00', u: '1 \udc00' }))
    expect(answer.failureCount).toBe(4)
  })

  it.each([
    ['combining marks behind the unit', `"1 USD${'\u0301'.repeat(3000)}"`],
    ['many factors', `"1 ${'m.'.repeat(2000)}m"`],
    ['many quotes', `"1 ${'\\"'.repeat(4000)}"`],
    ['many spaces', `"1${' '.repeat(9000)}USD"`],
    ['many digits and a letter', `"${'1'.repeat(9000)}x USD"`],
    ['many zeros in a denominator', `"1/${'0'.repeat(900)} USD"`],
    ['many separators', `"${'1,000'.repeat(1500)} USD"`],
  ])('answers %s', (_, json) => {
    const answer = expectRejected(bindJson([numberClaim('u', 'USD')], `{"u": ${json}}`))
    expect(answer.failureCount).toBe(1)
  })

  it('forgets hostile spellings of units and still reads the plain ones', () => {
    const binder = binderOf([numberClaim('u', 'm')])
    for (let i = 1; i < 500; i++) binder.bind({ u: `${i} m${i}` })
    expect(expectBound(binder.bind({ u: '2 km' })).quantities[0]).toMatchObject({ conversion: { factor: 1000 } })
  })
})
