/** Every journey also proves: no console error, no failed script, no request to another origin. */
import { test as base, expect } from '@playwright/test'
import { PlaygroundPage } from './playground-page'

export const test = base.extend<{ playground: PlaygroundPage; allowedErrors: RegExp[]; watched: undefined }>({
  allowedErrors: [[], { option: true }],
  watched: [
    async ({ page, baseURL, allowedErrors }, use) => {
      const complaints: string[] = []
      const complain = (text: string) => {
        if (!allowedErrors.some((allowed) => allowed.test(text))) complaints.push(text)
      }
      page.on('console', (message) => {
        if (message.type() === 'error') complain(message.text())
      })
      page.on('pageerror', (error) => complain(String(error)))
      page.on('request', (request) => {
        const url = new URL(request.url())
        if (url.protocol.startsWith('http') && url.origin !== baseURL) complain(`left the origin: ${url.href}`)
      })
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
