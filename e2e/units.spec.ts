import type { Page } from '@playwright/test'
import { expectNoViolations, LOOKS, NIGHTLY } from './pages/looks'
import { saveRuleset } from './pages/page-calls'
import { expect, makeTeam, test } from './pages/people'

const IN_EURO = '// @unit fee EUR\ndeclare fee as numeric;\nassert low { fee < 9 "EUR" };\n'

/** The browser reports the status of a refusal. */
test.use({ allowedErrors: [/status of 400/] })

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add a converter' })

async function fill(page: Page, entries: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(entries)) await dialog(page).getByLabel(label).fill(text)
}

test('the page says whether one unit converts to another, by a link and by asking', async ({ reviewer }) => {
  await reviewer.goto('/units?from=lb&to=kg')
  await expect(reviewer.getByText('Yes: lb converts to kg, exactly.')).toBeVisible()
  await expect(reviewer.getByText('kg = lb × 45359237/100000000')).toBeVisible()
  const path = reviewer.getByRole('list', { name: 'The path from lb to kg' })
  await expect(path.getByRole('listitem')).toHaveText(['lb', '1 lb = 0.45359237 kg', 'kg'])
  await reviewer.getByLabel('From unit').fill('degC')
  await reviewer.getByLabel('To unit').fill('degF')
  await reviewer.keyboard.press('Enter')
  await expect(reviewer.getByText('degF = degC × 9/5 + 32')).toBeVisible()
  await expect(reviewer).toHaveURL(/\?from=degC&to=degF$/)
  await reviewer.getByRole('button', { name: 'Swap the units' }).click()
  await expect(reviewer.getByText('Yes: degF converts to degC, exactly.')).toBeVisible()
  await reviewer.reload()
  await expect(reviewer.getByText('Yes: degF converts to degC, exactly.')).toBeVisible()
})

test('a missing conversion is explained, with what to do', { tag: NIGHTLY }, async ({ author }) => {
  await author.goto('/units?from=kg&to=m')
  await expect(author.getByText('No: kg does not convert to m.')).toBeVisible()
  await author.goto('/units?from=mo&to=d')
  await expect(author.getByText('Only with a converter: mo to d is ambiguous.')).toBeVisible()
  await author.goto('/units?from=kilogrm&to=lb')
  await expect(author.getByText('kilogrm is not a unit', { exact: false })).toBeVisible()
  await author.getByRole('button', { name: 'Did you mean kilogram?' }).click()
  await expect(author.getByText('converts to lb, exactly.', { exact: false })).toBeVisible()
  await author.getByLabel('To unit').fill('')
  await author.getByRole('button', { name: 'Ask' }).click()
  await expect(author.getByText('Enter a unit, such as kg or m/s.')).toBeVisible()
})

test('the standards are searched by symbol, name, spelling, dimension and standard', { tag: NIGHTLY }, async ({
  reviewer,
}) => {
  await reviewer.goto('/units')
  const rows = reviewer.getByRole('region', { name: 'Units found' }).locator('tbody tr')
  const search = reviewer.getByLabel('Search units')
  await search.fill('volume barrel')
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('1 bbl = 42 us_gal')
  await search.fill('kilobytes')
  await expect(rows.first()).toContainText('kB')
  await search.fill('a')
  await expect(rows).toHaveCount(50)
  await reviewer.getByRole('button', { name: /^Show all \d+$/ }).click()
  await expect.poll(() => rows.count()).toBeGreaterThan(50)
  await search.fill('no such unit')
  await expect(reviewer.getByText('No units match')).toBeVisible()
})

test('the page is short: standards open one by one below the search', async ({ reviewer }) => {
  await reviewer.setViewportSize({ width: 1280, height: 800 })
  await reviewer.goto('/units')
  await expect(reviewer.getByLabel('Search units')).toBeInViewport()
  const standards = reviewer.getByRole('list', { name: 'Standards' })
  await standards.getByText('Temperature', { exact: true }).click()
  const rows = reviewer.getByRole('region', { name: 'Units of the standard temperature' }).locator('tbody tr')
  await expect(rows).toHaveCount(4)
  expect(await reviewer.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2_500)
})

test('a converter shows what it changes before it is added, and then changes it', async ({ signedInPage }) => {
  // The dialog lists every ruleset of the namespace, so this uses a new one.
  const author = await signedInPage((await makeTeam()).author)
  await author.goto('/units')
  await saveRuleset(author, 'fees', IN_EURO)
  await author.getByRole('button', { name: 'Add a converter' }).click()
  await author.getByRole('button', { name: 'Show what changes' }).click()
  await expect(dialog(author).getByText('Enter the unit of the values.')).toBeVisible()
  await fill(author, { 'From unit': 'USD', 'To unit': 'USD', Factor: '0,9' })
  await author.getByRole('button', { name: 'Show what changes' }).click()
  await expect(dialog(author).getByText('Enter a number in digits', { exact: false })).toBeVisible()
  await dialog(author).getByLabel('Factor').fill('0.9')
  await author.getByRole('button', { name: 'Show what changes' }).click()
  await expect(dialog(author).getByText('Expected another unit than from_unit', { exact: false })).toBeVisible()
  await fill(author, { 'To unit': 'EUR', Factor: '0.900000000000000000000000000001', 'Source (optional)': 'the bank' })
  await author.getByRole('button', { name: 'Show what changes' }).click()
  const changing = dialog(author).getByRole('list', { name: 'Rulesets that may change' })
  await expect(changing.getByRole('listitem')).toHaveText(['fees'])
  // Another factor is another question.
  await dialog(author).getByLabel('Factor').fill('0.900000000000000000000000000002')
  await expect(changing).toBeHidden()
  await author.getByRole('button', { name: 'Show what changes' }).click()
  await expect(changing).toBeVisible()
  await author.getByRole('button', { name: 'Add the converter' }).click()
  await expect(author.getByText('The results of these rulesets may change: fees.')).toBeVisible()
  const row = author.getByRole('region', { name: 'Converters of this namespace' }).locator('tbody tr').first()
  await expect(row).toContainText('0.900000000000000000000000000002')
  await expect(row).toContainText('the bank')
  await expect(row).toContainText('Arne Author')
  await author.goto('/units?from=USD&to=EUR')
  await expect(author.getByText('Yes: USD converts to EUR, exactly.')).toBeVisible()
  await author.getByRole('button', { name: 'Add a converter' }).click()
  await fill(author, { 'From unit': 'EUR', 'To unit': 'USD', Factor: '1.1' })
  await author.getByRole('button', { name: 'Show what changes' }).click()
  await expect(dialog(author).getByText('It replaces the converter of this pair', { exact: false })).toBeVisible()
  await expect(dialog(author).getByText('EUR = USD × 0.900000000000000000000000000002')).toBeVisible()
})

test('people without permission are not offered a converter', { tag: NIGHTLY }, async ({ signedInPage }) => {
  const team = await makeTeam()
  const page = await signedInPage(team.reviewer)
  await page.goto('/units?from=USD&to=EUR')
  await expect(page.getByText('No: USD does not convert to EUR.')).toBeVisible()
  await expect(page.getByText('Authors and administrators can add one.', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: /Add a converter/ })).toHaveCount(0)
})

test.describe('a network failure', () => {
  test.use({ allowedErrors: [/ERR_FAILED|Failed to load resource/] })

  test('is reported, keeps the typed text, and allows another try', { tag: NIGHTLY }, async ({ author }) => {
    await author.goto('/units')
    await author.getByRole('button', { name: 'Add a converter' }).click()
    await fill(author, { 'From unit': 'CHF', 'To unit': 'JPY', Factor: '170' })
    await author.route('**/api/trpc/**', (route) => route.abort())
    await author.getByRole('button', { name: 'Show what changes' }).click()
    await expect(dialog(author).getByText('The server does not respond', { exact: false })).toBeVisible()
    await author.unroute('**/api/trpc/**')
    await author.getByRole('button', { name: 'Show what changes' }).click()
    await expect(dialog(author).getByText('The results of named rulesets do not change.')).toBeVisible()
    await expect(dialog(author).getByLabel('Factor')).toHaveValue('170')
  })
})

for (const { theme, width } of LOOKS)
  test(`axe finds nothing, ${theme} at ${width}, with and without the dialog`, { tag: NIGHTLY }, async ({ author }) => {
    await author.setViewportSize({ width, height: 844 })
    await author.emulateMedia({ colorScheme: theme })
    await author.goto('/units?from=min&to=wk')
    await expect(author.getByText('Yes: min converts to wk, exactly.')).toBeVisible()
    await author.getByText('Temperature', { exact: true }).click()
    await expect(author.getByRole('region', { name: 'Units of the standard temperature' })).toBeVisible()
    await expectNoViolations(author, 'units')
    expect(await author.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    await author.getByRole('button', { name: 'Add a converter' }).click()
    await fill(author, { 'From unit': 'GBP', 'To unit': 'NOK', Factor: '13.5' })
    await author.getByRole('button', { name: 'Show what changes' }).click()
    await expect(dialog(author).getByText('This pair has no converter yet.', { exact: false })).toBeVisible()
    await expectNoViolations(author, 'adding a converter')
    await author.keyboard.press('Escape')
    await expect(dialog(author)).toBeHidden()
  })
