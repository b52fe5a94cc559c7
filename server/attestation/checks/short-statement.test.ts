/** A short statement gives back the same bytes, or no short form exists. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hexText, utf8Bytes, utf8Text } from '../byte-texts'
import { CHECK_ANSWERS, checkStatement } from './check-statement'
import {
  DIGEST_FROM,
  formIdIn,
  formIdOf,
  packAnswers,
  readForm,
  shortStatement,
  wholeStatement,
  writeForm,
} from './short-statement'

const HASH = fc.stringMatching(/^[0-9a-f]{64}$/)
const FORM = fc.record({
  publicUrl: fc.constantFrom('https://rules.example.org', 'http://localhost:3000/a%20b'),
  engineVersion: fc.constantFrom('1.0.0', '2.13.1'),
  rulesetHash: HASH,
  unitLibraryHash: fc.option(HASH),
  assertions: fc.uniqueArray(fc.stringMatching(/^[a-z_][a-z0-9_]{0,9}$/), { maxLength: 9 }),
})
const CHECK = { checkId: '0190a000-0000-7000-8000-000000000001', namespaceId: '0190a000-0000-4000-8000-000000000002' }
const AT = '2026-11-29T08:00:00.123Z'

function stored(text: string, claimsSha256: string, letters: string): Uint8Array {
  const short = shortStatement(formIdOf(text), packAnswers(letters))
  short.set(Buffer.from(claimsSha256, 'hex'), DIGEST_FROM)
  return short
}

describe('a short statement', () => {
  it('gives the bytes of the whole one', () => {
    const answersOf = (count: number) =>
      fc.array(fc.constantFrom(...CHECK_ANSWERS), { minLength: count, maxLength: count })
    const cases = FORM.chain((form) => fc.tuple(fc.constant(form), answersOf(form.assertions.length), HASH))
    fc.assert(
      fc.property(cases, ([form, given, claimsSha256]) => {
        const { assertions, ...common } = form
        const answers = assertions.map((assertion, nth) => [assertion, given[nth]!] as const)
        const whole = checkStatement({ ...common, ...CHECK, at: AT, claimsSha256, answers, call: null })
        const text = writeForm(form)
        const short = stored(text, claimsSha256, given.map((answer) => answer[0]).join(''))
        expect(hexText(formIdIn(short)!)).toBe(hexText(formIdOf(text)))
        const again = wholeStatement(short, readForm(text, formIdIn(short)!)!, { ...CHECK, at: AT })
        expect(utf8Text(again!)).toBe(whole)
        expect(short.length).toBe(49 + Math.ceil(assertions.length / 4))
      }),
    )
  })

  it('does not exist for another form, more answers, or bits that no answer uses', () => {
    const form = {
      ...{ publicUrl: 'https://rules.example.org', engineVersion: '1.0.0', rulesetHash: 'a'.repeat(64) },
      ...{ unitLibraryHash: null, assertions: ['a', 'b', 'c'] },
    }
    const text = writeForm(form)
    const short = stored(text, 'b'.repeat(64), 'TFU')
    const whole = (bytes: Uint8Array) => wholeStatement(bytes, form, { ...CHECK, at: AT })
    expect(whole(short)).not.toBeNull()
    const unused = Uint8Array.from(short)
    unused[49]! |= 0b1100_0000
    expect([whole(unused), whole(short.subarray(0, 49)), whole(Uint8Array.from([...short, 0]))]).toEqual([
      ...[null, null, null],
    ])
    expect(readForm(text.replace('"a"', '"d"'), formIdOf(text))).toBeNull()
    expect(formIdIn(utf8Bytes('{"_type":"https://in-toto.io/Statement/v1"}'))).toBeNull()
    expect(() => packAnswers('TX')).toThrow('no answer begins with X')
  })
})
