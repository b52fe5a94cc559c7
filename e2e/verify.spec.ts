import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expectNoViolations, NIGHTLY } from './pages/looks'
import { VerifyPage } from './pages/verify-page'
import { expect, test } from './pages/watched-test'

const RECEIPTS = path.join(import.meta.dirname, '../server/testing/golden/receipts')
const OLDER = path.join(import.meta.dirname, '../server/testing/golden/upgrades/50d90b5')
const KEYS = path.join(RECEIPTS, 'published-keys.json')
const APPROVED = path.join(RECEIPTS, 'approved-passkey-comparison.json')

function receiptsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name !== 'published-keys.json' && name.endsWith('.json'))
    .map((name) => path.join(folder, name))
}

/** Switches the network off. Returns the requests that follow, so that a test can expect none. */
async function goOffline(page: Page): Promise<readonly string[]> {
  await page.waitForLoadState('networkidle')
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.context().setOffline(true)
  return requests
}

test('a stranger verifies receipts of every kind without an account and without a network', async ({ page }) => {
  const verify = new VerifyPage(page)
  await verify.open()
  const requests = await goOffline(page)
  for (const file of receiptsIn(RECEIPTS)) {
    await verify.chooseReceipt(file)
    await expect(page.getByText('it does not show whose keys signed it')).toBeVisible()
    await expect(verify.outcomes('does not hold')).toHaveCount(0)
  }
  await verify.chooseKeys(KEYS)
  for (const file of receiptsIn(RECEIPTS)) {
    await verify.chooseReceipt(file)
    await expect(page.getByText('verifies with the published keys that you gave')).toBeVisible()
    await expect(verify.outcomes('does not hold')).toHaveCount(0)
    await expect(verify.approved).toContainText('ASSERTIONS')
  }
  await verify.chooseKeys(path.join(OLDER, 'published-keys.json'))
  await expect(page.getByText('This receipt does not verify')).toBeVisible()
  for (const file of receiptsIn(path.join(OLDER, 'receipts'))) {
    await verify.chooseReceipt(file)
    await expect(page.getByText('verifies with the published keys that you gave')).toBeVisible()
  }
  expect(requests).toEqual([])
})

test('the page says who approved what, how they proved who they are, and what it does not prove', async ({ page }) => {
  const verify = new VerifyPage(page)
  const { statement } = JSON.parse(readFileSync(APPROVED, 'utf8')) as {
    statement: { predicate: { recordId: string; signer: { name: string } } }
  }
  const { recordId, signer } = statement.predicate
  await verify.open(`#${recordId}`)
  await expect(page.getByText('Choose the receipt of the signature on the printed page')).toBeVisible()
  await verify.chooseReceipt(APPROVED)
  await expect(verify.approved.getByRole('heading', { name: `${signer.name} approved it` })).toBeVisible()
  await expect(verify.approved).toContainText('Identity proved withpasskey')
  await expect(verify.approved).toContainText('if amount is at least 50 USD, then ‘has receipt’ is yes')
  await expect(verify.approved).toContainText('is stricter. If amount is 50 USD and ‘has receipt’ is no')
  await expect(page.getByText('This is another receipt')).toHaveCount(0)
  await expect(verify.outcomes('not checked')).toHaveCount(2)
  await expectNoViolations(page, 'a verified receipt')
  await page.screenshot({ path: test.info().outputPath('wide.png'), fullPage: true })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectNoViolations(page, 'a verified receipt on a phone in the dark')
  await page.screenshot({ path: test.info().outputPath('phone-dark.png'), fullPage: true })
  await page.goto(`/verify#${recordId.slice(0, -1)}`)
  await expect(page.getByText('The address of this page is not complete')).toBeVisible()
  await expectNoViolations(page, 'an incomplete address')
  await page.screenshot({ path: test.info().outputPath('incomplete-address.png') })
  await page.goto(`/verify#${recordId}`)
  await verify.chooseReceipt(path.join(RECEIPTS, 'changes-requested.json'))
  await expect(page.getByText('This is another receipt than the one of the printed page')).toBeVisible()
})

/** Receipts with one changed bit, spread over all kinds and all bytes. The keys at the end are given instead. */
function changedReceipts(count: number): readonly { readonly name: string; readonly buffer: Buffer }[] {
  const files = receiptsIn(RECEIPTS).map((file) => readFileSync(file))
  return Array.from({ length: count }, (_, nth) => {
    const buffer = Buffer.from(files[nth % files.length]!)
    const end = buffer.lastIndexOf('"keys": ')
    const at = (nth * 7_919) % end
    const bit = nth % 7
    buffer[at]! ^= 1 << bit
    return { name: `byte ${at}, bit ${bit}.json`, buffer }
  })
}

async function expectRefused(page: Page, count: number): Promise<void> {
  const verify = new VerifyPage(page)
  await verify.open()
  const requests = await goOffline(page)
  await verify.chooseKeys(KEYS)
  for (const { name, buffer } of changedReceipts(count)) {
    await verify.chooseReceipt({ name, mimeType: 'application/json', buffer })
    const refused = page.getByText(/This receipt does not verify|This file is not a receipt/)
    await expect(refused.or(page.getByText('Something that is not signed was changed')), name).toBeVisible()
  }
  expect(requests).toEqual([])
}

test('receipts of every kind with one changed bit are refused without a network', async ({ page }) => {
  await expectRefused(page, 20)
})

test('200 receipts with one changed bit are refused without a network', { tag: NIGHTLY }, async ({ page }) => {
  test.setTimeout(600_000)
  await expectRefused(page, 200)
})

test('changed receipts and other files are refused in words, and nothing of them is shown', async ({ page }) => {
  const verify = new VerifyPage(page)
  await verify.open()
  const receipt = readFileSync(APPROVED, 'utf8')
  const files: readonly (readonly [content: string, words: string])[] = [
    ['', 'it is empty'],
    ['<img src=x onerror=alert(1)>', 'it is not JSON'],
    ['\0', 'it contains a zero byte'],
    ['%PDF-1.4', 'it is a PDF'],
    ['[]', 'it is JSON, but'],
    ['['.repeat(200_000), 'it is not JSON'],
    [receipt.replace('50 USD', '75 USD'), 'does not hold'],
    [receipt.replace('"approved"', '"reviewed"'), 'does not hold'],
  ]
  for (const [content, words] of files) {
    await verify.chooseReceipt({ name: 'receipt.json', mimeType: 'application/json', buffer: Buffer.from(content) })
    const title = words === 'does not hold' ? 'This receipt does not verify' : 'This file is not a receipt'
    await expect(page.getByText(title)).toBeVisible()
    await expect(verify.checks).toContainText(words)
    await expect(verify.approved).toHaveCount(0)
  }
  await expectNoViolations(page, 'a refused receipt')
  await verify.chooseReceipt({ name: 'big.json', mimeType: 'application/json', buffer: Buffer.alloc(21_000_000, 32) })
  await expect(verify.checks).toContainText('a receipt has at most 20 MB')
  await verify.chooseReceipt(APPROVED)
  await verify.chooseKeys({ name: 'keys.json', mimeType: 'application/json', buffer: Buffer.from('{}') })
  await expect(page.getByText('The keys cannot be read')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the keys' }).click()
  await expect(verify.approved).toBeVisible()
})

test('works by keyboard only', async ({ page }) => {
  const verify = new VerifyPage(page)
  await verify.open()
  await page.getByRole('button', { name: 'Choose a receipt…' }).focus()
  // A key before the scripts run does nothing.
  await expect(async () => {
    const choosing = page.waitForEvent('filechooser', { timeout: 2_000 })
    await page.keyboard.press('Enter')
    await (await choosing).setFiles(APPROVED)
  }).toPass({ timeout: 30_000 })
  await expect(verify.approved).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Choose published keys…' })).toBeFocused()
  await page.getByText('The policy source').focus()
  await page.keyboard.press('Enter')
  await expect(verify.approved.locator('pre')).toBeVisible()
})
