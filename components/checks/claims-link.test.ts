import { expect, it } from 'vitest'
import { claimsFragment, claimsLink, linkedClaims } from './claims-link'

it('carries a short dictionary so that it can be read, digits as typed', async () => {
  const literals = { amount: '"12.50 USD"', n: '1.500', odd: '"#&%ü"' }
  const fragment = await claimsFragment(literals)
  expect(decodeURIComponent(fragment)).toContain('"n":1.500')
  expect(await linkedClaims(fragment)).toEqual(literals)
})

it('packs a long one', async () => {
  const literals = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`claim_${i}`, `${i}.250`]))
  const fragment = await claimsFragment(literals)
  expect(fragment.length).toBeLessThan(2_000)
  expect(await linkedClaims(fragment)).toEqual(literals)
})

it('leads to the same revision', async () => {
  const link = new URL(await claimsLink('https://example.org/rulesets/a/check?hash=ab#claims=%7B%7D', { n: '2' }))
  expect(link.search).toBe('?hash=ab')
  expect(await linkedClaims(link.hash)).toEqual({ n: '2' })
})

it('says what is damaged and leaves alone what is not its own', async () => {
  expect(await linkedClaims('#results-heading')).toBeNull()
  for (const broken of ['#claims=%7B', '#claims=%', '#claims=[1]', '#packed=abc', '#packed=***'])
    expect(await linkedClaims(broken), broken).toBe('damaged')
})
