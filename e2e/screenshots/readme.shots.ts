/** The pictures of the README: real policies, saved, checked and signed by people of one namespace. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { saveRuleset, signRevision } from '../pages/page-calls'
import { expect, PASSWORD, test } from '../pages/people'

const PUBLIC = path.resolve(import.meta.dirname, '../../public')
const POLICIES = [
  'expense-receipts',
  'fmla-eligibility',
  'release-gate',
  'gdpr-breach-notice',
  'driver-hours-of-service',
]

test.use({ colorScheme: 'light', viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })

test('the pages of the README', async ({ author, reviewer }) => {
  test.setTimeout(300_000)
  await author.goto('/')
  await reviewer.goto('/')
  const hashes = new Map<string, string>()
  for (const slug of POLICIES) hashes.set(slug, await saveRuleset(author, slug, sourceOf(slug)))
  const signed = hashes.get('expense-receipts') ?? ''
  const recordId = await signRevision(reviewer, signed, PASSWORD)
  await signRevision(reviewer, hashes.get('release-gate') ?? '', PASSWORD, 'reviewed')

  await takeScreenshot(author, '/', 'rulesets')
  await takeScreenshot(author, '/rulesets/fmla-eligibility', 'editor', async () => {
    await author.locator('.monaco-editor .view-line').first().waitFor()
  })
  await takeScreenshot(author, '/rulesets/fmla-eligibility/check', 'check')
  await takeScreenshot(reviewer, `/approve/${hashes.get('fmla-eligibility')}`, 'approve', async () => {
    await reviewer.getByRole('link', { name: 'Try it yourself' }).waitFor()
  })
  await takeScreenshot(reviewer, `/approve/${signed}/receipts/${recordId}`, 'receipt')
})

function sourceOf(slug: string): string {
  return JSON.parse(readFileSync(path.join(PUBLIC, 'examples', `${slug}.json`), 'utf8')).ruleset
}

async function takeScreenshot(page: Page, address: string, name: string, ready = async () => {}): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
  await ready()
  await page.screenshot({ path: path.join(PUBLIC, 'screenshots', `${name}.png`), animations: 'disabled' })
}
