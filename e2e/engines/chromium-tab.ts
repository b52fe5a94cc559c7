/** Chromium, driven by Playwright as in the other journeys. */
import type { Browser } from '@playwright/test'
import { type EngineTab, KEY_PAUSE, WINDOW } from './engine-tab'

/** A tab of a context of its own. `browser` is Playwright's and stays open. */
export async function openChromium(browser: Browser): Promise<EngineTab> {
  const context = await browser.newContext({ viewport: WINDOW })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  return {
    errors,
    open: async (address) => {
      await page.goto(address)
    },
    evaluate: (expression) => page.evaluate(expression),
    clickAt: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text, { delay: KEY_PAUSE }),
    press: (key, held) => page.keyboard.press(held?.control ? `Control+${key}` : key),
    screenshot: async (file) => {
      await page.screenshot({ path: file })
    },
    close: () => context.close(),
  }
}
