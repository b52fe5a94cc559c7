/** Every journey also fails on console errors, failed scripts, requests to other origins, and policy violations. */
import { test as base, expect, type Page } from '@playwright/test'
import { PlaygroundPage } from './playground-page'

export const test = base.extend<{ playground: PlaygroundPage; allowedErrors: RegExp[] }>({
  allowedErrors: [[], { option: true }],
  page: async ({ page, baseURL, allowedErrors }, use) => {
    const complaints = await watchPage(page, { baseURL, allowedErrors })
    await use(page)
    expect(complaints).toEqual([])
  },
  playground: async ({ page }, use) => {
    await use(new PlaygroundPage(page))
  },
})

export { expect }

export interface Watching {
  readonly baseURL: string | undefined
  readonly allowedErrors: readonly RegExp[]
}

/** @returns a growing list of complaints */
export async function watchPage(page: Page, { baseURL, allowedErrors }: Watching): Promise<readonly string[]> {
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
  await page.addInitScript(reportViolations)
  return complaints
}

/** Runs before the page's own scripts, because browsers do not log some violations, such as a caught `eval`. */
function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event
    console.error(`violation of ${effectiveDirective} by ${blockedURI} at ${sourceFile}:${lineNumber} ${sample}`)
  })
}
