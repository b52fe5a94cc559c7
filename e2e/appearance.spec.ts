import { expectNoViolations, NIGHTLY } from './pages/looks'
import type { PanelName } from './pages/playground-page'
import { RECEIPTS } from './pages/rulesets'
import { expect, test } from './pages/watched-test'

const PANELS: readonly PanelName[] = ['Review', 'Claims', 'Check', 'Problems']

for (const theme of ['light', 'dark'] as const) {
  test.describe(`${theme} theme`, { tag: NIGHTLY }, () => {
    test.use({ colorScheme: theme })

    test('axe finds nothing on any tab', async ({ page, playground }) => {
      await playground.open()
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme)
      for (const panel of PANELS) {
        await playground.show(panel)
        await expectNoViolations(page, panel)
      }
      await playground.show('Check')
      await playground.fillIn(2)
      await playground.results
        .locator('details')
        .evaluateAll((rows) => rows.forEach((row) => void row.setAttribute('open', '')))
      await expectNoViolations(page, 'Check, filled in')
      await page.getByRole('button', { name: 'JSON', exact: true }).click()
      await expectNoViolations(page, 'Check as JSON')
      await playground.write('assert a { b = 1 }')
      await playground.show('Problems')
      await expect(playground.problems).toBeVisible()
      await expectNoViolations(page, 'Problems, with problems')
    })

    test('axe finds nothing on a narrow screen', async ({ page, playground }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto('/playground')
      await expect(playground.review).toBeVisible()
      for (const panel of ['Text', ...PANELS] as const) {
        await playground.show(panel)
        await expectNoViolations(page, `${panel} at 390`)
      }
    })
  })
}

test('a chosen theme stays', { tag: NIGHTLY }, async ({ page, playground }) => {
  await playground.open()
  await page.getByRole('button', { name: 'Use the dark theme' }).click()
  await expect(page.locator('.monaco-editor').first()).toHaveClass(/vs-dark/)
  await page.reload()
  await playground.ready()
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await expect(page.locator('.monaco-editor').first()).toHaveClass(/vs-dark/)
})

test('the page follows the theme of the system while it is open', async ({ page, playground }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await playground.open()
  const editor = page.locator('.monaco-editor').first()
  const canvas = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await canvas()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(editor).toHaveClass(/vs-dark/)
  expect(await canvas()).not.toBe(light)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await expect(editor).not.toHaveClass(/vs-dark/)
  // A chosen theme stays until the system theme is chosen again.
  await page.getByRole('button', { name: 'Use the dark theme' }).click()
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: 'Use the light theme' }).click()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('at 390 pixels everything is reachable and nothing is cut off', { tag: NIGHTLY }, async ({ page, playground }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/playground')
  await expect(playground.review).toBeVisible()
  await playground.show('Text')
  await expect(playground.editor.locator('.monaco-editor').first()).toBeVisible()
  await playground.show('Check')
  await playground.fillIn(1)
  await page.getByRole('link', { name: /Results/ }).click()
  await expect(page.getByRole('heading', { name: 'Results' })).toBeInViewport()
  for (const panel of ['Text', ...PANELS] as const) {
    await playground.show(panel)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wide, panel).toBeLessThanOrEqual(0)
  }
})

test('nothing moves while the page loads', async ({ page, playground }) => {
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    const named = (source: { readonly node?: Node | null }) =>
      source.node instanceof Element ? source.node.outerHTML.slice(0, 120) : String(source.node?.textContent)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!('value' in entry)) continue
        const { value, sources } = entry as unknown as { value: number; sources: { readonly node?: Node | null }[] }
        shifts.push(`${value}: ${sources.map(named).join(' and ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await playground.open()
  for (const panel of PANELS) await playground.show(panel)
  await page.waitForTimeout(500)
  expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([])
})

test('the playground works by keyboard only', async ({ page, playground }) => {
  await playground.open()
  await playground.write(RECEIPTS)
  // Control M lets Tab leave the text.
  await page.keyboard.press('Control+M')
  const focused = () =>
    page.evaluate(() => {
      const at = document.activeElement
      return `${at?.getAttribute('role') ?? at?.tagName.toLowerCase()}: ${at?.textContent?.slice(0, 40) ?? ''}`
    })
  for (let i = 0; i < 10 && (await focused()) !== 'tab: Review'; i++) await page.keyboard.press('Shift+Tab')
  expect(await focused()).toBe('tab: Review')
  await page.keyboard.press('ArrowRight')
  // The focus follows the key with a delay; an earlier second key would start from the same tab.
  await expect.poll(focused).not.toBe('tab: Review')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Check' })).toHaveAttribute('aria-selected', 'true')
  const receipt = playground.claim('has_receipt')
  for (let i = 0; i < 20; i++) {
    if (await receipt.getByRole('radio', { name: 'Unknown' }).evaluate((radio) => radio === document.activeElement))
      break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('ArrowRight')
  await expect(receipt.getByRole('radio', { name: 'Yes' })).toBeChecked()
  await playground.expectResult('receipt_when_large', 'TRUE')
  await page.keyboard.press('Tab')
  await page.keyboard.type('80')
  await expect(playground.claim('amount').getByRole('textbox')).toHaveValue('80')
})
