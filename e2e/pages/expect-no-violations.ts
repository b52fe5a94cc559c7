import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './watched-test'

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
