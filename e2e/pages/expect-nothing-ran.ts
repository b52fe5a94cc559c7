/** What a page that shows a hostile world must never have done. */
import type { Page } from '@playwright/test'
import { expect } from './watched-test'

/** Nothing of a payload ran, and none became an element. */
export async function expectNothingRan(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() => ({
    ran: (window as unknown as { ran?: number }).ran ?? null,
    injected: [...document.querySelectorAll('[data-injected]')].map((element) => element.outerHTML),
    handlers: [...document.querySelectorAll('*')].flatMap((element) =>
      element.getAttributeNames().filter((name) => /^on/i.test(name)),
    ),
    addresses: [...document.querySelectorAll('[href], [src], [action], [formaction]')]
      .flatMap((element) => ['href', 'src', 'action', 'formaction'].map((name) => element.getAttribute(name) ?? ''))
      .filter((address) => /^\s*(javascript|vbscript|data:text\/html)/i.test(address)),
  }))
  expect(found, where).toEqual({ ran: null, injected: [], handlers: [], addresses: [] })
}
