import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './watched-test'

/**
 * Themes and widths for pages with open dialogs in `npm run test:nightly`. In `npm test`, every-page.spec.ts looks at
 * each page once, narrow and dark, without dialogs.
 */
export const NIGHTLY = '@nightly'

interface Look {
  readonly theme: 'light' | 'dark'
  /** Pixels. */
  readonly width: number
}

export const LOOKS: readonly Look[] = [
  { theme: 'dark', width: 390 },
  { theme: 'dark', width: 1280 },
  { theme: 'light', width: 390 },
  { theme: 'light', width: 1280 },
]

/**
 * Waits for transitions first, because half-faded colours have a contrast that no user sees.
 * @param where names the state for the report
 */
export async function expectNoViolations(page: Page, where: string): Promise<void> {
  await page.evaluate(async () => {
    // A changed style starts its transitions with the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const finite = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(finite.map(({ finished }) => finished))
  })
  // Other modes merge frames of other origins in an extra page; these pages have no such frames.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  const reports = violations.map(
    ({ id, nodes }) => `${where}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join('; ')}`,
  )
  expect(reports).toEqual([])
}
