import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { DOMAINS } from '../../api/schemas/fields'
import { DOMAIN_TEXTS, type Domain } from './domains'
import { FIRST_PROMOTED_NUMBER } from './proposals'
import { SEEDED_TERMS } from './seeded-terms'
import { canBecomeTerm, formatTerm, normalizeTopic } from './topic'

const domains = Object.keys(SEEDED_TERMS) as Domain[]
const terms = domains.flatMap((domain) => SEEDED_TERMS[domain].map(([id, term]) => ({ id, domain, term })))

it('has the fourteen domains of the contract, each with a description and at least eight terms', () => {
  expect(domains).toEqual([...DOMAINS])
  expect(domains).toHaveLength(14)
  for (const domain of domains) {
    expect(SEEDED_TERMS[domain].length, domain).toBeGreaterThanOrEqual(8)
    expect(DOMAIN_TEXTS[domain].description, domain).toMatch(/^[A-Z].{30,}\.$/)
  }
  expect(new Set(domains.map((domain) => DOMAIN_TEXTS[domain].name)).size).toBe(14)
})

it('gives every term a distinct id among the seeded numbers', () => {
  expect(new Set(terms.map(({ id }) => id)).size).toBe(terms.length)
  for (const { id } of terms) {
    expect(id).toMatch(/^l2-\d{4}$/)
    expect(Number(id.slice(3))).toBeGreaterThan(0)
    expect(Number(id.slice(3))).toBeLessThan(FIRST_PROMOTED_NUMBER)
  }
})

it('never drops a published id or changes its meaning', () => {
  const published = JSON.parse(readFileSync(new URL('./published-ids.json', import.meta.url), 'utf8')) as Record<
    string,
    string
  >
  // A line of the record is never changed or removed; a new term adds one.
  expect(Object.fromEntries(terms.map(({ id, domain, term }) => [id, `${domain}: ${term}`]))).toEqual(published)
  expect(Object.keys(published)).toEqual(Object.keys(published).toSorted())
})

it('has no name twice in a domain, in any spelling', () => {
  for (const domain of domains) {
    const names = SEEDED_TERMS[domain].flatMap(([, ...all]) => all.map(normalizeTopic))
    expect(names).toEqual([...new Set(names)])
    expect(names).not.toContain('')
  }
})

it('spells terms as a promoted term would be spelled', () => {
  for (const { term } of terms) {
    expect(formatTerm(term)).toBe(term)
    expect(canBecomeTerm(normalizeTopic(term)), term).toBe(true)
  }
})
