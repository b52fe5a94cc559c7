/**
 * Nobody approves their own bytes alone: every order of three steps, and a sample of five. All orders of five:
 * four-eyes.nightly.test.ts.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { isAuthoring, STEPS } from './testing/four-eyes-house'
import { listEveryOrder, runStories } from './testing/run-stories'

let under: ServicesUnderTest
beforeAll(async () => {
  under = await startServices(1, { platform: {} })
})
afterAll(() => under.stop())

it('one person never reaches an approval alone, in any order of three steps', {
  tags: ['nightly'],
  timeout: 300_000,
}, async () => {
  const stories = listEveryOrder(3)
  expect(stories).toHaveLength(343)
  const { approved, byOldRule, seen } = await runStories(under, stories)
  expect(approved).toEqual([])
  // The earlier rule accepts many, so the stories reach their subject.
  expect(byOldRule.length).toBeGreaterThan(4)
  expect(seen).toBeGreaterThan(400)
})

it('one person never reaches an approval alone, in a sample of five steps', { timeout: 300_000 }, async () => {
  const steps = fc.array(fc.constantFrom(...STEPS), { minLength: 5, maxLength: 5 })
  const { approved, byOldRule } = await runStories(under, fc.sample(steps, { numRuns: 40, seed: 20_261_124 }))
  expect(approved).toEqual([])
  expect(byOldRule.length).toBeGreaterThan(0)
})

it('the signature of a second person approves the same stories in every place', async () => {
  const stories = listEveryOrder(2).filter((steps) => steps.some((step) => step !== 'sign'))
  const { approved } = await runStories(under, stories, { secondPerson: true })
  expect(approved).toHaveLength(stories.length)
  for (const { places } of approved)
    expect(places).toEqual(expect.arrayContaining(['sheet', 'signatures', 'guardrail']))
  const thorough = approved.filter(({ places }) => places.includes('receipt'))
  expect(thorough.length).toBeGreaterThan(10)
  for (const { places } of thorough) expect(places).toContain('base')
})

it("a signer approves a colleague's bytes unless they become an author before or after", async () => {
  const { approved } = await runStories(under, listEveryOrder(2), { colleagueFirst: true })
  for (const { steps, variant } of approved) {
    expect(steps).toContain('sign')
    expect(steps.filter((step) => isAuthoring(step, variant))).toEqual([])
  }
  // Compiling stored bytes, or naming them with an approval, makes nobody an author.
  expect(approved.map(({ steps }) => steps.join(' '))).toEqual(expect.arrayContaining(['compile sign', 'sign compile']))
  expect(approved.length).toBeGreaterThan(4)
})

/** Stories of one set of houses, because a house's pages grow with its stories. */
const STORIES_AT_ONCE = 1_000

it('one person never reaches an approval alone, in any order of five steps', {
  timeout: 3_600_000,
  tags: ['nightly'],
}, async () => {
  const stories = listEveryOrder(5)
  expect(stories).toHaveLength(16_807)
  let byOldRule = 0
  for (let start = 0; start < stories.length; start += STORIES_AT_ONCE) {
    const results = await runStories(under, stories.slice(start, start + STORIES_AT_ONCE))
    expect(results.approved).toEqual([])
    byOldRule += results.byOldRule.length
  }
  expect(byOldRule).toBeGreaterThan(500)
})
