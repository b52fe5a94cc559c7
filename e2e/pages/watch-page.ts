/** What a page must never do: report an error, fail a script, ask another origin. */
import type { Page } from '@playwright/test'

export interface Watching {
  readonly baseURL: string | undefined
  readonly allowedErrors: readonly RegExp[]
}

/** @returns the complaints so far, to which later ones are added */
export function watchPage(page: Page, { baseURL, allowedErrors }: Watching): readonly string[] {
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
  return complaints
}
