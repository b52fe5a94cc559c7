/** No person approves alone what that person wrote: every order of five steps. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { everyOrder, tellStories } from './testing/tell-stories'

let under: ServicesUnderTest
beforeAll(async () => {
  under = await startServices(1, { platform: {} })
})
afterAll(() => under.stop())

/** Stories of one set of houses: what a page of a house lists grows with its stories. */
const STORIES_AT_ONCE = 1_000

it('never ends as approved, in any order of five steps', { timeout: 3_600_000 }, async () => {
  const stories = everyOrder(5)
  expect(stories).toHaveLength(16_807)
  let byOldRule = 0
  for (let start = 0; start < stories.length; start += STORIES_AT_ONCE) {
    const told = await tellStories(under, stories.slice(start, start + STORIES_AT_ONCE))
    expect(told.approved).toEqual([])
    byOldRule += told.byOldRule.length
  }
  expect(byOldRule).toBeGreaterThan(500)
})
