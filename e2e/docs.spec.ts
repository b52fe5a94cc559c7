import { expectNoViolations, LOOKS, NIGHTLY } from './pages/looks'
import { expect, test } from './pages/watched-test'

const PAGES = [
  ...['/docs', '/docs/language', '/docs/api', '/docs/api-reference', '/docs/errors/engine-busy'],
  ...['/docs/errors', '/docs/python', '/docs/generated-clients'],
] as const

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

test('the pages are grouped by who reads them', async ({ page }) => {
  await page.goto('/docs')
  const nav = page.getByRole('navigation', { name: 'Documentation' }).first()
  for (const group of ['For authors', 'For reviewers', 'For programs', 'For operators']) {
    await expect(nav.getByText(group, { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: group })).toBeVisible()
  }
  const operators = nav.getByRole('list', { name: 'For operators' })
  await expect(operators.getByRole('link').first()).toHaveText('Running a deployment')
})

test('the page that an envelope names exists, as Markdown and as a page', async ({ page, request }) => {
  const refused = (await (await request.post('/v1/check', { data: {} })).json()) as { error: { docs: string } }
  const { pathname } = new URL(refused.error.docs)
  const raw = await request.get(pathname)
  expect(raw.headers()['content-type']).toContain('text/markdown')
  await page.goto(pathname.replace(/\.md$/, ''))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('CREDENTIAL_REQUIRED')
})

test('each page names its Markdown twin in its head, and the twin exists', async ({ page, request }) => {
  for (const address of PAGES) {
    await page.goto(address)
    const twin = await page.locator('head link[rel="alternate"][type="text/markdown"]').getAttribute('href')
    const raw = await request.get(twin ?? '')
    expect([address, raw.status(), raw.headers()['content-type']]).toEqual([
      ...[address, 200],
      expect.stringMatching(/^text\/markdown; ?charset=utf-8$/i),
    ])
    expect((await raw.text()).startsWith('# '), address).toBe(true)
  }
  const llms = await request.get('/llms.txt')
  expect(llms.headers()['content-type']).toContain('text/plain')
})

test('the search finds a section by keyboard only, and axe finds nothing while it is open', async ({ page }) => {
  await page.goto('/docs/client')
  const field = page.getByRole('combobox', { name: 'Search the documentation' })
  await field.focus()
  await field.pressSequentially('engine_busy 503')
  const options = page.getByRole('option')
  await expect(options.first()).toContainText('ENGINE_BUSY')
  await expectNoViolations(page, 'the search with results')
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute('aria-activedescendant', (await options.first().getAttribute('id')) ?? 'none')
  await page.keyboard.press('Escape')
  await expect(options.first()).toBeHidden()
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toBeVisible()
  await field.fill('<img src=x onerror=alert(1)>')
  await expect(page.getByRole('search')).toContainText('No results.')
  await expectNoViolations(page, 'the search without results')
  await field.fill('unit_library bridge')
  await expect(options.first()).toBeVisible()
  await field.fill('POST /v1/units/converters')
  await expect(options.first()).toContainText('POST /v1/units/converters')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/docs\/api-reference#addconverter$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
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
