/** No person approves alone what that person wrote: every order of five steps. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { everyOrder, tellStories } from './testing/tell-stories'

let under: ServicesUnderTest
beforeAll(async () => {
  under = await startServices(1, { platform: {} })
})
afterAll(() => under.stop())

it('never ends as approved, in any order of five steps', { timeout: 3_600_000 }, async () => {
  const stories = everyOrder(5)
  expect(stories).toHaveLength(16_807)
  const { approved, byOldRule } = await tellStories(under, stories)
  expect(approved).toEqual([])
  expect(byOldRule.length).toBeGreaterThan(1_000)
})
