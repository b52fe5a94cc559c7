/** Every decided row of the public corpus is decided alike, or is listed with the clause that the published answer misses. */
import { describe, expect, it } from 'vitest'
import {
  type Answers,
  asAnswered,
  type Difference,
  type OpenPolicy,
  openPolicy,
  type Row,
  readPolicy,
} from './corpus-policy'

/** Lines of the ruleset and characters of its review are upper bounds. */
const POLICIES = [
  { slug: 'loan', listed: 241, lines: 63, reviewCharacters: 13_600 },
  { slug: 'time-off', listed: 23, lines: 39, reviewCharacters: 5_150 },
  { slug: 'insurance', listed: 618, lines: 98, reviewCharacters: 29_200 },
  { slug: 'luggage', listed: 648, lines: 50, reviewCharacters: 9_200 },
]

for (const { slug, ...bounds } of POLICIES)
  describe(slug, () => {
    const policy = readPolicy(slug)
    const { rows, differences } = policy
    const written = openPolicy(policy.text)

    it('has the published answers, except if a row is listed with others', () => {
      expect(rows.length).toBe(1_000)
      expect(differing(rows, written)).toEqual(rowsOf(differences.map((difference) => difference.rows)))
    })

    it('has all published answers with the listed clauses as they apply them, except for the rows that remain', () => {
      const remaining = rowsOf(differences.map((difference) => difference.remaining))
      expect(differing(rows, openPolicy(asAnswered(policy)))).toEqual(remaining)
      expect(differences.filter(isLeft).flatMap(({ remaining }) => Object.keys(remaining))).toEqual(
        Object.keys(remaining),
      )
    })

    it('stays as short as it is', () => {
      const { lines, reviewCharacters } = written
      const listed = differences.flatMap((difference) => Object.keys(difference.rows)).length
      console.log(
        `${slug}: ${rows.length - listed} of ${rows.length} rows equal, ${listed} listed; ${lines} lines, ` +
          `a review of ${reviewCharacters} characters, ${medianMicroseconds(rows, written).toFixed(0)} µs a check`,
      )
      expect(listed).toBe(bounds.listed)
      expect(lines).toBeLessThanOrEqual(bounds.lines)
      expect(reviewCharacters).toBeLessThanOrEqual(bounds.reviewCharacters)
    })
  })

/** The answers that differ from the published ones, by the line of the row from 1. */
function differing(rows: readonly Row[], { decide }: OpenPolicy): Readonly<Record<string, Answers>> {
  const others: Record<string, Answers> = {}
  for (const [i, { claims, expected }] of rows.entries()) {
    const found = decide(claims)
    const names = Object.keys(expected).filter((name) => found[name] !== expected[name])
    if (names.length > 0) others[i + 1] = Object.fromEntries(names.map((name) => [name, found[name] ?? null]))
  }
  return others
}

/** The rows by number. No row may be listed under two clauses. */
function rowsOf(listed: readonly Readonly<Record<string, Answers>>[]): Readonly<Record<string, Answers>> {
  const all = listed.flatMap((rows) => Object.entries(rows))
  expect(new Set(all.map(([line]) => line)).size).toBe(all.length)
  return Object.fromEntries(all)
}

function isLeft({ answered }: Difference): boolean {
  return Object.keys(answered).length === 0
}

function medianMicroseconds(rows: readonly Row[], { decide }: OpenPolicy): number {
  const times = rows.map(({ claims }) => {
    const began = performance.now()
    decide(claims)
    return (performance.now() - began) * 1_000
  })
  return times.sort((a, b) => a - b)[rows.length / 2]!
}
