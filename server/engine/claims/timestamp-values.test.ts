import { Ajv2020 } from 'ajv/dist/2020'
import { describe, expect, it } from 'vitest'
import { printInstant } from '../../language/numeric/instant'
import { Rational } from '../../language/numeric/rational'
import { formsBeyondSchema, valueForms } from '../explain/claim-facts'
import { claimSchema } from '../explain/claim-schema'
import { bindJson, booleanClaim, expectBound, expectRejected, LIBRARY, rulesetOf } from '../testing/claims'

const sent = { ...booleanClaim('sent'), type: { kind: 'timestamp' } } as const

const accept = new Ajv2020({ allowUnionTypes: true, ownProperties: true }).compile(claimSchema(rulesetOf(sent)))

function read(text: string): string {
  const value = expectBound(bindJson([sent], JSON.stringify({ sent: text }))).known[0]
  return value instanceof Rational ? printInstant(value) : String(value)
}

describe('a submitted timestamp', () => {
  it.each([
    ['2026-03-01T09:30:00+01:00', '2026-03-01T08:30:00Z'],
    ['2026-03-01T09:30Z', '2026-03-01T09:30:00Z'],
    ['2024-02-29T23:59:59.999-14:00', '2024-03-01T13:59:59.999Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
    ['0002-01-01T00:00:00+23:59', '0001-12-31T00:01:00Z'],
    ['9998-12-31T23:59:59.5-23:59', '9999-01-01T23:58:59.5Z'],
    ['unknown', 'null'],
  ])('%s is accepted by check and schema, as %s', (text, utc) => {
    expect([read(text), accept({ sent: text })]).toEqual([utc, true])
  })

  it('has forms that check and schema accept', () => {
    for (const { example } of valueForms(sent))
      expect([read(String(example)).endsWith('Z'), accept({ sent: example })]).toEqual([true, true])
  })

  it('has forms that only check accepts, which the contract lists', () => {
    for (const { example } of formsBeyondSchema(sent, LIBRARY))
      expect([read(String(example)).includes('Z'), accept({ sent: example })]).toEqual([true, false])
  })

  it.each([
    ['2026-03-01', /; add the time and the offset from UTC$/],
    ['2026-03-01T09:30:00', /; add the offset from UTC, such as \+01:00, or Z for UTC$/],
    ['2026-03-01 09:30:00', /; add the offset from UTC, such as \+01:00, or Z for UTC$/],
    ['2026-03-01 09:30:00 +01:00', /; write "2026-03-01T09:30:00\+01:00"$/],
    ['2026-03-01t09:30:00z', /; write "2026-03-01T09:30:00Z"$/],
    [' 2026-03-01T09:30:00Z', /; leave out the white space around it$/],
    ['2026-02-29T09:30:00Z', /; the calendar has no such day$/],
    ['2026-03-01T24:00:00Z', /; write midnight as 00:00:00 of the next day$/],
    ['2026-03-01T23:59:60Z', /; write 59 seconds or 00 of the next minute: a leap second has no place of its own$/],
    ['2026-03-01T09:61:00Z', /; hours go up to 23, minutes and seconds up to 59$/],
    ['2026-03-01T09:30:00+25:00', /; an offset has hours up to 23 and minutes up to 59$/],
    ['0001-01-01T00:00:00+01:00', /; in UTC it is not in the years 1 to 9999$/],
    ['9999-12-31T23:59:59.5Z', /; in UTC it is not in the years 1 to 9999$/],
    ['not known', /; send "unknown" where the claim cannot be determined$/],
    ['yesterday', /or "unknown" where it cannot be determined$/],
  ])('%s is refused by check and schema', (text, hint) => {
    const { failures } = expectRejected(bindJson([sent], JSON.stringify({ sent: text })))
    expect(failures[0]!.expected).toMatch(/^a day, a time and an offset from UTC, such as "2026-03-01T09:30:00\+01:00"/)
    expect(failures[0]!.expected).toMatch(hint)
    expect(accept({ sent: text })).toBe(false)
  })
})
