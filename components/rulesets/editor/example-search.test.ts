import { expect, it } from 'vitest'
import examples from '../../../public/examples/index.json'
import { foundExamples } from '../ruleset-data'

const slugs = (search: string) => foundExamples(examples, search).map(({ slug }) => slug)

it('finds examples by country, law, subject and domain, in list order', () => {
  expect(slugs('')).toEqual(examples.map(({ slug }) => slug))
  expect(slugs('european union')).toEqual([
    'eu-flight-compensation',
    'eu-withdrawal-right',
    'gdpr-breach-notice',
    'paracetamol-infusion',
    'schengen-short-stay',
  ])
  expect(slugs('cfr credit')).toContain('regulation-b-notices')
  expect(slugs('HR workforce germany')).toEqual(['german-maternity-protection', 'german-working-time'])
  expect(slugs('no such words')).toEqual([])
})

it('every example has a country and a summary', () => {
  for (const { slug, country, summary } of examples) {
    expect(country, slug).toMatch(/^[A-Z]/)
    expect(summary, slug).toMatch(/\.$/)
  }
  expect(new Set(examples.map(({ country }) => country)).size).toBeGreaterThanOrEqual(7)
})
