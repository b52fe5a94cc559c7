/**
 * Every page in the file tree: axe finds nothing, and nothing is cut off, in both themes, wide, narrow and at 200 %
 * zoom, without requests to other hosts (watched-test.ts). The first test fails if a page is not visited.
 */
import type { Page } from '@playwright/test'
import { addressPatterns, EXAMINED_ELSEWHERE, makeWorld, VISITS, type World } from './pages/every-page'
import { expectNoViolations, NIGHTLY } from './pages/looks'
import { expect, test } from './pages/people'

// The walks share only the server, so both workers take half of each.
test.describe.configure({ mode: 'parallel' })

test('every page of the product is visited', () => {
  expect(addressPatterns().sort()).toEqual([...Object.keys(VISITS), ...Object.keys(EXAMINED_ELSEWHERE)].sort())
})

/** Each combination uses another role, so that the notice of a page without permission is examined too. */
const WALKS = [
  ['light', 1280, 'author', [NIGHTLY]],
  ['dark', 390, 'reviewer', []],
  ['dark', 1280, 'administrator', [NIGHTLY]],
  ['light', 390, 'author', [NIGHTLY]],
  // 1,280 pixels at 200 % zoom.
  ['light', 640, 'administrator', [NIGHTLY]],
] as const

test.describe('the pages have no faults', () => {
  let world: World | null = null
  test.beforeEach(async ({ author, reviewer }) => {
    world ??= await makeWorld(author, reviewer)
  })

  for (const [theme, width, role, tag] of WALKS)
    for (const half of [0, 1])
      test(`for the ${role} in the ${theme} theme at ${width} pixels, half ${half + 1}`, { tag: [...tag] }, async ({
        team,
        signedInPage,
      }) => {
        test.setTimeout(300_000)
        const page = await signedInPage(team[role])
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height: 844 })
        if (world === null) throw new Error('there is no world')
        for (const [index, [pattern, addressIn]] of Object.entries(VISITS).entries())
          if (index % 2 === half) await expectWhole(page, pattern, addressIn(world))
      })
})

async function expectWhole(page: Page, pattern: string, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.locator('#main'), pattern).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' }), pattern).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 }), pattern).toHaveCount(1)
  await expectNoViolations(page, pattern)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(wide, `${pattern} is cut off`).toBeLessThanOrEqual(0)
  expect(await page.evaluate(hiddenEntries), `${pattern} hides entries of its navigation`).toEqual([])
}

/** Links and tabs of a navigation that need sideways scrolling. */
function hiddenEntries(): string[] {
  return [...document.querySelectorAll('header nav, main nav, [role=tablist]')].flatMap((navigation) => {
    const frame = navigation.getBoundingClientRect()
    return [...navigation.querySelectorAll('a, button')]
      .filter((entry) => {
        const { left, right, width } = entry.getBoundingClientRect()
        return width > 0 && (left < frame.left - 1 || right > frame.right + 1 || right > window.innerWidth + 1)
      })
      .map((entry) => entry.textContent ?? '')
  })
}
