/** Every journey also proves: no console error, no failed script, no request to another origin, no breach of the policy. */
import { test as base, expect } from '@playwright/test'
import { PlaygroundPage } from './playground-page'
import { watchPage } from './watch-page'

export const test = base.extend<{ playground: PlaygroundPage; allowedErrors: RegExp[]; watched: undefined }>({
  allowedErrors: [[], { option: true }],
  watched: [
    async ({ page, baseURL, allowedErrors }, use) => {
      const complaints = await watchPage(page, { baseURL, allowedErrors })
      await use(undefined)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  playground: async ({ page }, use) => {
    await use(new PlaygroundPage(page))
  },
})

export { expect }
