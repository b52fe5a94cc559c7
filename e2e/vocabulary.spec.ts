import { expectNoViolations, NIGHTLY } from './pages/looks'
import { callMutation } from './pages/page-calls'
import { expect, test } from './pages/people'

const SOURCE = 'declare paid as boolean;\nassert is_paid { paid };\n'

test('terms are searched, filtered, and lead to the rulesets with them', async ({ author, reviewer }) => {
  await author.goto('/vocabulary')
  const label = { domain: 'finance', topic: 'expense reports', confidence: 'high' }
  const request = JSON.stringify({ name: 'vocabulary/expenses', source: SOURCE, label })
  await callMutation(author, 'operations.run', { operation: 'saveRuleset', request })
  await reviewer.goto('/vocabulary')
  const finance = reviewer.getByRole('region', { name: 'Terms of Finance' })
  const row = finance.getByRole('row', { name: /Expense reimbursement/ })
  await expect(row.getByRole('link', { name: 'vocabulary/expenses' })).toBeVisible()
  await reviewer.getByLabel('Search terms').fill('EXPENSE RECEIPTS')
  await expect(finance.locator('tbody tr')).toHaveCount(1)
  await expect(reviewer.getByRole('region', { name: /^Terms of/ })).toHaveCount(1)
  await reviewer.getByLabel('Search terms').fill('nothing is called so')
  await expect(reviewer.getByText('No terms match')).toBeVisible()
  await reviewer.getByRole('button', { name: 'Show all terms' }).click()
  await reviewer.getByLabel('Only terms used in this namespace').check()
  await expect(finance.locator('tbody tr')).toHaveCount(1)
  await reviewer.getByLabel('Domain').selectOption({ index: 2 })
  await expect(reviewer.getByText('No ruleset of this namespace has such a label.')).toBeVisible()
  await reviewer.getByRole('button', { name: 'Show all terms' }).click()
  await row.getByRole('link', { name: 'vocabulary/expenses' }).click()
  await expect(reviewer).toHaveURL(/\/rulesets\/vocabulary~expenses$/)
})

test('shows how a term is added and the content of each version', { tag: NIGHTLY }, async ({ reviewer }) => {
  await reviewer.goto('/vocabulary')
  await expect(reviewer.getByRole('heading', { name: 'How a term is added' })).toBeVisible()
  await expect(reviewer.getByText('Version 1', { exact: true })).toBeVisible()
})

test.describe('a server that does not answer', () => {
  test.use({ allowedErrors: [/ERR_FAILED|Failed to load resource/] })

  test('is reported and asked again', { tag: NIGHTLY }, async ({ reviewer }) => {
    await reviewer.route('**/api/trpc/operations.run*', (route) => route.abort())
    await reviewer.goto('/vocabulary')
    await expect(reviewer.getByText('The server does not respond', { exact: false })).toBeVisible()
    await reviewer.unroute('**/api/trpc/operations.run*')
    await reviewer.getByRole('button', { name: 'Try again' }).click()
    await expect(reviewer.getByRole('region', { name: 'Terms of Finance' })).toBeVisible()
  })
})

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [1280, 390])
    test(`axe finds nothing, ${colorScheme} at ${width}`, { tag: NIGHTLY }, async ({ reviewer }) => {
      await reviewer.setViewportSize({ width, height: 844 })
      await reviewer.emulateMedia({ colorScheme })
      await reviewer.goto('/vocabulary')
      await expect(reviewer.getByRole('region', { name: 'Terms of Finance' })).toBeVisible()
      await expectNoViolations(reviewer, 'vocabulary')
      expect(
        await reviewer.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      ).toBeLessThanOrEqual(0)
    })
