/** Three people only click what their pages show. */
import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { ApprovePage } from '../pages/approve-page'
import { expectNoViolations, NIGHTLY } from '../pages/looks'
import { takeSetupLink } from '../pages/operator-links'
import { expect, PASSWORD, test } from '../pages/people'
import { RulesetPage } from '../pages/ruleset-page'
import { watchPage } from '../pages/watched-test'

const SIZES = [
  ['a desktop', { width: 1280, height: 900 }, [NIGHTLY]],
  ['a phone', { width: 390, height: 844 }, []],
] as const

for (const [what, size, tag] of SIZES)
  test(`three people go from the set-up link to the first signature and its receipt on ${what}`, {
    tag: [...tag],
  }, async ({ browser, baseURL }) => {
    const origin = baseURL ?? ''
    const administrator = await openPage(browser, origin, size)
    await setUp(administrator.page, `Of the first steps ${randomUUID().slice(0, 8)}`)
    const authorLink = await invite(administrator.page, 'author')
    const reviewerLink = await invite(administrator.page, 'reviewer')

    const author = await openPage(browser, origin, size)
    await join(author.page, authorLink, 'Arne Author', 'author')
    await expect(author.page.getByText('No one can approve a ruleset yet')).toHaveCount(0)
    await saveFirstRuleset(author.page)

    const reviewer = await openPage(browser, origin, size)
    await join(reviewer.page, reviewerLink, 'Rosa Reviewer', 'reviewer')
    await sign(reviewer.page)

    await administrator.page.getByRole('link', { name: 'Rulesets', exact: true }).click()
    await expect(administrator.page.getByRole('heading', { name: 'First steps' })).toHaveCount(0)
    await administrator.page.getByRole('link', { name: 'Settings', exact: true }).click()
    await administrator.page.getByRole('link', { name: 'First steps' }).click()
    await expect(administrator.page.getByText('All steps are done.')).toBeVisible()
    await fits(administrator.page, 'first steps, done')
    for (const { page, complaints } of [administrator, author, reviewer]) {
      expect(complaints).toEqual([])
      await page.context().close()
    }
  })

async function openPage(browser: Browser, baseURL: string, viewport: { width: number; height: number }) {
  const context = await browser.newContext({ baseURL, viewport })
  const page = await context.newPage()
  return { page, complaints: await watchPage(page, { baseURL, allowedErrors: [] }) }
}

/** Nothing is wider than the window, and axe finds nothing. */
async function fits(page: Page, where: string): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(wide, where).toBeLessThanOrEqual(0)
  await expectNoViolations(page, where)
}

async function fillAccount(page: Page, name: string): Promise<void> {
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('E-mail address').fill(`${randomUUID()}@example.org`)
  await page.getByLabel('Password').fill(PASSWORD)
}

async function setUp(page: Page, namespaceName: string): Promise<void> {
  await page.goto(takeSetupLink())
  await expect(page.getByLabel('Regulated')).toBeChecked()
  await expect(page.getByText('People only:', { exact: false })).not.toBeVisible()
  await page.getByText('All 7 rules').click()
  await expect(page.getByText('People only:', { exact: false })).toBeVisible()
  await fits(page, 'set-up')
  await fillAccount(page, 'Ada Administrator')
  await page.getByLabel('Name of the namespace').fill(namespaceName)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
  await expect(page.getByText('No one can approve a ruleset yet')).toBeVisible()
  await fits(page, 'the empty list')
}

/** Starts and ends at the checklist. @returns the link of the invitation */
async function invite(page: Page, role: 'author' | 'reviewer'): Promise<string> {
  const words = `Invite ${role === 'author' ? 'an author' : 'a reviewer'}`
  await page.getByRole('link', { name: words, exact: true }).click()
  await expect(page.getByLabel(role === 'author' ? 'Author' : 'Reviewer', { exact: true })).toBeChecked()
  await page.getByRole('button', { name: 'Create invitation' }).click()
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()
  await expect(page.getByText('Ada Administrator (', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy message' })).toBeVisible()
  await fits(page, 'an invitation')
  await page.getByRole('button', { name: 'Done' }).click()
  await fits(page, 'members')
  await page.getByRole('link', { name: 'Rulesets', exact: true }).click()
  const step = page.getByRole('listitem').filter({ hasText: words })
  await expect(step.getByText('Invited, has not joined yet.')).toBeVisible()
  return link
}

async function join(page: Page, link: string, name: string, role: string): Promise<void> {
  await page.goto(link)
  await expect(page.getByText(role, { exact: true })).toBeVisible()
  await fits(page, 'an invitation that is opened')
  await fillAccount(page, name)
  await page.getByRole('button', { name: 'Create account and join' }).click()
  await expect(page.getByRole('heading', { name: 'Rulesets' })).toBeVisible()
}

async function saveFirstRuleset(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /^Start from this/ })
    .first()
    .click()
  const ruleset = new RulesetPage(page)
  // A narrow window shows the review first.
  const text = page.getByRole('tab', { name: 'Text', exact: true })
  await expect(page.getByRole('tab', { name: 'Review' })).toBeVisible()
  if (await text.isVisible()) await text.click()
  await ruleset.ready()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await ruleset.saveDialog.getByLabel('Name').fill('first policy')
  await ruleset.saveDialog.getByRole('button', { name: 'Save revision' }).click()
  await ruleset.expectSaved()
}

async function sign(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Not approved' }).click()
  const approving = new ApprovePage(page)
  await expect(page.getByTestId('review')).toBeVisible()
  await approving.choose('Approve')
  await approving.goOn()
  await approving.prove(PASSWORD)
  await approving.arriveAtReceipt()
  await expect(page.getByText('Rosa Reviewer approved it', { exact: false })).toBeVisible()
  await fits(page, 'the receipt')
}
