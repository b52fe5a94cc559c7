import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectNoViolations, LOOKS, NIGHTLY } from './pages/looks'
import { callMutation, saveRuleset, signRevision } from './pages/page-calls'
import { expect, makeTeam, PASSWORD, test } from './pages/people'
import { RulesetPage, rulesetPath } from './pages/ruleset-page'

const source = (comment: string) => `version 1.3;\ndeclare paid as boolean;\nassert is_paid { paid };\n// ${comment}\n`

const rowsOf = (page: Page) => page.getByRole('region', { name: 'Rulesets' }).locator('tbody tr')
const namesOf = (page: Page) => rowsOf(page).locator('td:first-child a').allTextContents()

test('an empty namespace offers policies to authors, and tells others who adds one', async ({ signedInPage }) => {
  const team = await makeTeam()
  const reviewer = await signedInPage(team.reviewer)
  await reviewer.goto('/')
  await expect(reviewer.getByText('Members with the role author add rulesets')).toBeVisible()
  await expect(reviewer.getByRole('link', { name: 'New ruleset' })).toHaveCount(0)
  const author = await signedInPage(team.author)
  await author.goto('/')
  await expect(author.getByRole('link', { name: /^Start from this/ })).toHaveCount(3)
  await expectNoViolations(author, 'the empty list')
  await author
    .getByRole('link', { name: /^Start from this/ })
    .first()
    .click()
  const ruleset = new RulesetPage(author)
  await ruleset.ready()
  await ruleset.save({ name: 'breach notice' })
  await ruleset.expectSaved()
  await author.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Rulesets' }).click()
  await expect(rowsOf(author)).toHaveCount(1)
})

test('the table is searched, sorted and filtered, and its address keeps the view', async ({ author }) => {
  const mark = randomUUID().slice(0, 8)
  const namespaceId = await ownNamespace(author)
  const names = [`${mark} b`, `${mark} a/10`, `${mark} a/9`]
  const save = async (name: string, text: string, base: string | null) => {
    // A label belongs to one revision.
    const label = name.endsWith('b') ? { domain: 'insurance' } : null
    const input = { namespaceId, name, source: source(text), message: null, base, label }
    return ((await callMutation(author, 'revisions.save', input)) as { hash: string }).hash
  }
  const hashes: string[] = []
  for (const name of names) hashes.push(await save(name, name, null))
  await save(names[0]!, 'again', hashes[0]!)
  await author.goto('/')
  await author.getByLabel('Search').fill(mark)
  await expect(rowsOf(author)).toHaveCount(3)
  expect(await namesOf(author)).toEqual([names[1], names[2], names[0]])
  await author.getByRole('button', { name: 'Revisions' }).click()
  await author.getByRole('button', { name: 'Revisions' }).click()
  await expect(author.getByRole('columnheader', { name: 'Revisions' })).toHaveAttribute('aria-sort', 'descending')
  await expect(rowsOf(author).first()).toContainText(names[0] ?? '')
  await author.getByLabel('Domain').selectOption({ label: 'No domain' })
  await expect(rowsOf(author)).toHaveCount(2)
  await author.reload()
  await expect(rowsOf(author)).toHaveCount(2)
  await expect(author.getByLabel('Search')).toHaveValue(mark)
  await expect(author.getByLabel('Domain')).toHaveValue('none')
  await author.getByLabel('Search').fill(`${mark} nothing has this`)
  await expect(author.getByText('No matching rulesets')).toBeVisible()
})

test('a signature is shown, and leads to the page of the revision', { tag: NIGHTLY }, async ({ author, reviewer }) => {
  const name = `signed ${randomUUID().slice(0, 8)}`
  const hash = await saveRuleset(author, name, source(name))
  await author.goto(`/?q=${encodeURIComponent(name)}`)
  await expect(rowsOf(author)).toContainText('Not approved')
  await signRevision(reviewer, hash, PASSWORD)
  await author.reload()
  await expect(rowsOf(author)).toContainText('Approved')
  await author.getByRole('link', { name: 'Approved', exact: true }).click()
  await expect(author).toHaveURL(new RegExp(`/approve/${hash}$`))
})

test('every name has a page: dots, slashes, spaces, and the word new', { tag: NIGHTLY }, async ({ author }) => {
  const names = ['.draft', 'v1..2', '...', 'new', `a/b c/${randomUUID().slice(0, 8)}`]
  for (const name of names) await saveRuleset(author, name, source(randomUUID()))
  const ruleset = new RulesetPage(author)
  for (const name of names) {
    await author.goto(`/?q=${encodeURIComponent(name)}&sort=-changed`)
    await author.getByRole('region', { name: 'Rulesets' }).getByRole('link', { name, exact: true }).click()
    await expect(author.getByRole('heading', { name, level: 1, exact: true })).toBeVisible()
    await expect(author).toHaveURL(new RegExp(`${rulesetPath(name).replace(/[.+]/g, '\\$&')}$`))
  }
  await ruleset.ready()
})

test.describe('a missing ruleset', () => {
  test.use({ allowedErrors: [/404/] })
  test('is reported, like an address without a possible name', async ({ author }) => {
    await author.goto('/rulesets/no-such-ruleset')
    await expect(author.getByText('No such ruleset')).toBeVisible()
    await author.goto('/rulesets/~~~')
    await expect(author.getByRole('heading', { level: 1 })).toContainText('Page not found')
    await author.getByRole('link', { name: 'Go to the start page' }).click()
    await expect(author.getByRole('heading', { level: 1 })).toHaveText('Rulesets')
  })
})

test('rows that no longer compile stay, marked; the server searches and pages five thousand rows', async ({
  author,
}) => {
  const row = (index: number) => ({
    name: `policies/${index}`,
    hash: index.toString(16).padStart(64, '0'),
    summary: 'Checks it.',
    claims: 2,
    assertions: 1,
    revisions: 1,
    approval: 'none',
    state: 'draft',
    inForce: null,
    review: null,
    domain: null,
    savedAt: '2026-11-01T10:00:00.000Z',
    savedBy: 'Arne Author <arne@example.org>',
  })
  const broken = { claims: null, assertions: null, summary: 'The stored source no longer compiles. Line 2: …' }
  const rows = Array.from({ length: 5_000 }, (_, index) => ({ ...row(index), ...(index === 7 ? broken : {}) }))
  await author.route('**/api/trpc/revisions.list*', (route) => {
    const input = JSON.parse(new URL(route.request().url()).searchParams.get('input') ?? '{}')
    const matches = rows.filter(({ name }) => name.includes(input.search))
    const from = (input.page - 1) * input.limit
    const list = { matches: matches.length, total: rows.length, domains: [], unsearched: 0 }
    return route.fulfill({ json: { result: { data: { ...list, rows: matches.slice(from, from + input.limit) } } } })
  })
  await author.goto('/')
  await expect(author.getByText('Page 1 of 100')).toBeVisible()
  await expect(rowsOf(author).nth(7)).toContainText('No longer compiles')
  await author.getByRole('button', { name: 'Next' }).click()
  await expect(author).toHaveURL(/page=2/)
  await expect(rowsOf(author).first()).toContainText('policies/50')
  const began = Date.now()
  await author.getByLabel('Search').fill('policies/4999')
  await expect(rowsOf(author)).toHaveCount(1)
  expect(Date.now() - began).toBeLessThan(5_000)
})

test.describe('a server that fails', () => {
  test.use({ allowedErrors: [/ERR_FAILED/] })
  test('is reported, and the request is repeated', async ({ author }) => {
    let broken = true
    await author.route('**/api/trpc/revisions.list*', (route) => (broken ? route.abort() : route.continue()))
    await author.goto('/')
    await expect(author.getByRole('alert').filter({ hasText: 'does not respond' })).toBeVisible()
    broken = false
    await author.getByRole('button', { name: 'Try again' }).click()
    await expect(author.getByRole('alert').filter({ hasText: 'does not respond' })).toHaveCount(0)
  })
})

for (const { theme, width } of LOOKS)
  test(`table, editor and dialogs in ${theme} at ${width}: no violations, no sideways scrolling`, {
    tag: NIGHTLY,
  }, async ({ author }) => {
    test.setTimeout(180_000)
    const name = `looked at/${theme} ${width}`
    await author.setViewportSize({ width, height: 900 })
    await author.addInitScript((wanted) => localStorage.setItem('touchstone.theme', wanted), theme)
    await saveRuleset(author, name, source(`${theme} ${width}`))
    const fits = async (where: string) => {
      const wide = await author.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(wide, where).toBeLessThanOrEqual(0)
      await expectNoViolations(author, `${where}, ${theme}, ${width}`)
    }
    await author.goto('/')
    await expect(rowsOf(author).first()).toBeVisible()
    await expect(author.locator('html')).toHaveAttribute('data-theme', theme)
    await fits('the table')
    const ruleset = new RulesetPage(author)
    await author.goto(rulesetPath(name))
    await expect(author.getByTestId('review')).toBeVisible()
    await fits('the editor')
    for (const panel of ['Claims', 'Check', 'Prompts', 'Problems', 'Outline', 'History']) {
      await ruleset.show(panel)
      await expect(author.locator('[aria-busy=true]')).toHaveCount(0)
      await fits(panel)
    }
    await author.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(ruleset.saveDialog).toBeVisible()
    await fits('the dialog of saving')
    await author.keyboard.press('Escape')
    await expect(ruleset.saveDialog).toHaveCount(0)
    await author.getByRole('button', { name: /^Label:/ }).click()
    await expect(author.getByRole('dialog', { name: 'Label' }).getByLabel('Domain')).toBeVisible()
    await fits('the dialog of the label')
    await author.keyboard.press('Escape')
    if (width === 390) await ruleset.show('Text')
    await ruleset.append('// mine\n')
    await saveRuleset(author, name, source(`${theme} ${width} by another`))
    await ruleset.save()
    await expect(ruleset.conflict).toBeVisible()
    await fits('the dialog of a conflict')
  })

async function ownNamespace(page: Page): Promise<string> {
  const request = JSON.stringify({})
  const answer = (await callMutation(page, 'operations.run', { operation: 'listRulesets', request })) as {
    body: string
  }
  return JSON.parse(answer.body).namespace
}
