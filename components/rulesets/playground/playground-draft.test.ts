import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Draft, sharedDraft, shareFragment, shareLink } from './playground-draft'

const draft: fc.Arbitrary<Draft> = fc.record({
  version: fc.constant(1 as const),
  source: fc.string({ unit: 'binary', maxLength: 2_000 }).map((text) => text.toWellFormed()),
  example: fc.option(fc.stringMatching(/^[a-z-]{1,20}$/)),
  claims: fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.string(), { noNullPrototype: true }),
})

test('a link contains the whole draft', { tags: 'thorough' }, async () => {
  await fc.assert(
    fc.asyncProperty(draft, async (given) => {
      expect(await sharedDraft(await shareFragment(given))).toEqual(given)
    }),
    { numRuns: 50 },
  )
})

test('a link has only the path of the page, whatever its URL was', async () => {
  const given: Draft = { version: 1, source: 'version 1.3;', example: null, claims: {} }
  const link = new URL(await shareLink('https://example.org/playground?from=mail#editor', given))
  expect([link.pathname, link.search]).toEqual(['/playground', ''])
  expect(await sharedDraft(link.hash)).toEqual(given)
})

test.each(['', '#', '#draft=', '#draft=%%%', '#draft=AAAA', '#other=1'])('%j is not a share link', async (fragment) => {
  expect(await sharedDraft(fragment)).toBeNull()
})

test('a truncated link and one with another version are refused', async () => {
  const whole = await shareFragment({ version: 1, source: 'version 1.3;'.repeat(50), example: null, claims: {} })
  expect(await sharedDraft(whole.slice(0, -12))).toBeNull()
  const later = await shareFragment({ version: 2, source: '', example: null, claims: {} } as unknown as Draft)
  expect(await sharedDraft(later)).toBeNull()
})
