import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expectNoViolations } from '../pages/looks'
import { saveRuleset, signRevision } from '../pages/page-calls'
import { expect, PASSWORD, test } from '../pages/people'
import { RECEIPTS } from '../pages/rulesets'

const POLICY = path.join(import.meta.dirname, '../../server/testing/golden/policies/expense-receipts/ruleset.tsr')

test('the approval pack has the rules, signatures and a code, and a small policy prints on two pages', async ({
  author,
  reviewer,
}) => {
  const source = `// packed\n${RECEIPTS}`
  const hash = await saveRuleset(author, 'packed', source)
  const recordId = await signRevision(reviewer, hash, PASSWORD)
  await reviewer.goto(`/approve/${hash}`)
  await reviewer.getByRole('link', { name: 'Approval pack' }).click()
  const pack = reviewer.locator('.pack')
  await expect(pack).toContainText(`Record ${recordId}`)
  await expect(pack).toContainText('No earlier revision was approved')
  await expect(pack).toContainText('if amount is more than 75 USD, then ‘has receipt’ is yes')
  await expect(pack.getByTestId('test-cases')).toContainText('has no test cases')
  const code = pack.getByRole('img', { name: new RegExp(`/verify#${hash}$`) })
  await expect(code).toBeVisible()
  await expectNoViolations(reviewer, 'the approval pack')
  await reviewer.screenshot({ path: test.info().outputPath('pack.png'), fullPage: true })
  expect(await printedPages(reviewer, 'pack')).toBeLessThanOrEqual(2)
  await reviewer.setViewportSize({ width: 390, height: 800 })
  expect(await reviewer.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await reviewer.goto(`/approve/${hash}/receipts/${recordId}`)
  const receipt = reviewer.locator('.receipt')
  await expect(receipt).toContainText('if amount is more than 75 USD, then ‘has receipt’ is yes')
  await expect(receipt.getByRole('link', { name: new RegExp(`/verify#${recordId}$`) })).toBeVisible()
  await expect(receipt.getByRole('img', { name: new RegExp(`/verify#${recordId}$`) })).toBeVisible()
  expect(await printedPages(reviewer, 'receipt')).toBeLessThanOrEqual(2)
})

test('the approval pack of a policy of one page prints on at most three pages', async ({ author, reviewer }) => {
  const hash = await saveRuleset(author, 'packed page', `// packed page\n${readFileSync(POLICY, 'utf8')}`)
  await reviewer.goto(`/approve/${hash}/pack`)
  await expect(reviewer.locator('.pack')).toContainText('Nobody has signed or approved this text')
  await expect(reviewer.getByRole('img', { name: /\/verify#/ })).toBeVisible()
  expect(await printedPages(reviewer, 'one-page')).toBeLessThanOrEqual(3)
})

async function printedPages(page: Page, name: string): Promise<number> {
  const pdf = await page.pdf({ preferCSSPageSize: true, path: test.info().outputPath(`${name}.pdf`) })
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0
  expect(pages).toBeGreaterThan(0)
  return pages
}
