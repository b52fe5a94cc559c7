import { expectNoViolations } from './pages/expect-no-violations'
import { LOOKS, NIGHTLY } from './pages/looks'
import { expect, test } from './pages/watched-test'

const PAGES = ['/docs', '/docs/language', '/docs/api', '/docs/api-reference', '/docs/errors/engine-busy'] as const

for (const { theme, width } of LOOKS)
  test(`the documentation in the ${theme} theme at ${width} pixels: axe finds nothing and nothing is cut off`, {
    tag: NIGHTLY,
  }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: 844 })
    for (const address of PAGES) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoViolations(page, address)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  })

test('the page that an envelope names is there, as markdown and as a page', async ({ page, request }) => {
  const refused = (await (await request.post('/v1/check', { data: {} })).json()) as { error: { docs: string } }
  const { pathname } = new URL(refused.error.docs)
  const raw = await request.get(pathname)
  expect(raw.headers()['content-type']).toContain('text/markdown')
  await page.goto(pathname.replace(/\.md$/, ''))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('CREDENTIAL_REQUIRED')
})

test.describe('an address without a page', () => {
  // The browser reports the status of the document itself.
  test.use({ allowedErrors: [/status of 404/] })

  for (const address of ['/docs/no-such-page', '/no-such-page'])
    test(`${address} answers 404 with one header, and leads back`, async ({ page }) => {
      const missing = await page.goto(address)
      expect(missing?.status()).toBe(404)
      await expect(page.getByRole('banner')).toHaveCount(1)
      await expect(page.getByRole('link', { name: 'Open the playground' })).toHaveAttribute('href', '/playground')
    })
})
