import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { repetitions } from '../../testing/repetitions'
import { instantOf, printInstant, readInstant, readOffset } from './instant'
import { compareRationals, floorOf, makeRatio, multiply, type Rational, subtract, toDouble } from './rational'

/** From the year 1 to the year 9999, in milliseconds. */
const EPOCH_MS = Date.UTC(2000, 0, 1)
const FIRST_MS = -62_135_596_800_000
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59)
const MS_OF_HOUR = 3_600_000

const INSTANT = fc.oneof(
  fc.integer({ min: FIRST_MS, max: LAST_MS }),
  // Near each other, and at the ends of days and years.
  fc.integer({ min: -2_000, max: 2_000 }).map((ms) => Date.UTC(2026, 0, 1) + ms),
  fc.integer({ min: -90_000, max: 90_000 }).map((ms) => Date.UTC(2024, 1, 29) + ms * 1_000),
)
const OFFSET = fc.integer({ min: -14 * 60, max: 14 * 60 })

interface Written {
  readonly ms: number
  readonly text: string
}

/** Writes an instant at an offset, using JavaScript's `Date`. */
function written(ms: number, offset: number): Written {
  const local = new Date(ms + offset * 60_000)
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
  const zone = `${offset < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
  return { ms, text: `${local.toISOString().slice(0, -1)}${zone}` }
}

const WRITTEN = fc
  .tuple(INSTANT, OFFSET)
  .map(([ms, offset]) => written(ms, offset))
  .filter(({ text }) => /^(?!0000)\d{4}-/.test(text))

function hours({ text }: Written): Rational {
  const read = readInstant(text)
  if (typeof read === 'string') throw new Error(`${text}: ${read}`)
  return read
}

function agreesWithDate(one: Written, other: Written): void {
  const [a, b] = [hours(one), hours(other)]
  expect(toDouble(multiply(a, makeRatio(BigInt(MS_OF_HOUR), 1n)))).toBe(one.ms - EPOCH_MS)
  expect(compareRationals(a, b)).toSatisfy((order: number) => Math.sign(order) === Math.sign(one.ms - other.ms))
  expect(subtract(a, b)).toEqual(makeRatio(BigInt(one.ms - other.ms), BigInt(MS_OF_HOUR)))
  expect(new Date(printInstant(a)).getTime()).toBe(one.ms)
  expect(instantOf(printInstant(a))).toEqual(a)
  // The date in UTC is the floor of the days.
  expect(toDouble(floorOf(multiply(a, makeRatio(1n, 24n))))).toBe(Math.floor((one.ms - EPOCH_MS) / (24 * MS_OF_HOUR)))
}

describe('instants', () => {
  it('agree with the Date of the language', { tags: ['repeated'] }, () => {
    fc.assert(fc.property(WRITTEN, WRITTEN, agreesWithDate), { numRuns: repetitions(10_000) })
  })

  it.each([
    ['2026-03-01T09:30:00+01:00', '2026-03-01T08:30:00Z'],
    ['2026-03-01T09:30+01:00', '2026-03-01T08:30:00Z'],
    ['2026-03-01T00:15:00.250-05:45', '2026-03-01T06:00:00.25Z'],
    ['2026-03-01T23:59:59.999999999999Z', '2026-03-01T23:59:59.999999999999Z'],
    ['2026-01-01T00:00:00+14:00', '2025-12-31T10:00:00Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
    ['2026-03-01T08:30:05Z + 2/7 s', '2026-03-01T08:30:05Z + 2/7 s'],
    ['1969-12-31T23:59:59.5Z', '1969-12-31T23:59:59.5Z'],
  ])('%s is %s', (text, utc) => {
    const read = instantOf(text)
    expect(read === null ? null : printInstant(read)).toBe(utc)
  })

  it.each([
    ['2026-03-01', 'date'],
    ['2026-03-01T09:30:00', 'offset'],
    ['2026-03-01T09:30', 'offset'],
    ['2026-03-01T24:00:00Z', 'midnight'],
    ['2026-03-01T23:59:60Z', 'leap'],
    ['2026-02-29T09:30:00Z', 'day'],
    ['2026-03-01T25:00:00Z', 'time'],
    ['2026-03-01T09:60:00Z', 'time'],
    ['2026-03-01T09:30:00+24:00', 'far'],
    ['0001-01-01T00:00:00+01:00', 'year'],
    ['9999-12-31T23:59:59.5Z', 'year'],
    [`2026-03-01T09:30:00.${'1'.repeat(101)}Z`, 'long'],
    ['2026-03-01 09:30:00Z', 'form'],
    ['2026-03-01t09:30:00z', 'form'],
    ['2026-03-01T09:30:00+0100', 'form'],
    ['2026-03-01T09:30:00,5Z', 'form'],
    ['2026-03-01T09:30:00Z + 7/7 s', 'form'],
    ['2026-03-01T09:30:00.5Z + 1/7 s', 'form'],
    ['0000-03-01T09:30:00Z', 'day'],
    ['', 'form'],
  ])('%s has the problem %s', (text, problem) => expect(readInstant(text)).toBe(problem))

  it('reads offsets in one form', () => {
    expect(['Z', '+01:00', '-05:30', '+23:59', '+24:00', '+1', 'UTC', '+0100'].map(readOffset)).toEqual([
      0,
      60,
      -330,
      1439,
      null,
      null,
      null,
      null,
    ])
  })
})
