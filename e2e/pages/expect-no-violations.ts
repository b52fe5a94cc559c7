import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './watched-test'

/**
 * axe finds nothing on the page as it stands; `where` says which state was looked at.
 *
 * Colours that fade from one theme to the other are waited for: half-way they have a contrast that no user sees.
 */
export async function expectNoViolations(page: Page, where: string): Promise<void> {
  await page.evaluate(async () => {
    // Two frames: a style that was just changed starts its transitions with the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const finite = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(finite.map(({ finished }) => finished))
  })
  // The pages have no frames of other origins, for which alone the results would be put together in a page of their own.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  const reports = violations.map(
    ({ id, nodes }) => `${where}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join('; ')}`,
  )
  expect(reports).toEqual([])
}
