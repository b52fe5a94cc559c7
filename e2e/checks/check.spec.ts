import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { CheckPage } from '../pages/check-page'
import { expectNoViolations, NIGHTLY } from '../pages/looks'
import { saveRuleset } from '../pages/page-calls'
import { expect, test } from '../pages/people'
import { APPEALS, NEEDS_THE_ENGINE, RECEIPTS } from '../pages/rulesets'

const newName = () => `check-${randomUUID().slice(0, 8)}`

test('a saved ruleset is filled in, and the server’s answer is downloaded', async ({ author, administrator }) => {
  const check = new CheckPage(author)
  const name = newName()
  const hash = await check.openNew(name, RECEIPTS)
  await expect(author.getByText('0 of 4 known')).toBeVisible()
  await check.claim('amount').getByRole('textbox').fill('80.50')
  await check.answer('has_receipt', 'No')
  await check.expectResult('receipt_when_large', 'FALSE')
  await check.openResult('receipt_when_large')
  const why = check.assertion('receipt_when_large').getByTestId('explanation-receipt_when_large')
  await why.getByText('Why, and what would pass').click()
  await expect(why.getByTestId('decision-tree').getByRole('listitem')).toContainText([
    '80.5 USD is 5.5 USD above 75 USD.',
    'has receipt',
  ])
  await expect(why).toContainText('It would hold if amount were at most 75 USD (it is 80.5 USD).')
  await expect(why.getByRole('img', { name: /at most 75 USD/ })).toBeVisible()
  await expectNoViolations(author, 'an answer that is explained')
  const example = check.assertion('receipt_when_large').getByRole('button', { name: 'TRUE', exact: true })
  await example.click()
  await check.expectResult('receipt_when_large', 'TRUE')
  await expectNoViolations(author, 'an example that is filled in')
  await author.getByRole('button', { name: 'Undo' }).click()
  await check.expectResult('receipt_when_large', 'FALSE')
  await expect(check.claim('amount').getByRole('textbox')).toHaveValue('80.50')
  await check.claim('held').getByRole('textbox').fill('48')
  await check.claim('held').getByRole('combobox').selectOption('h')
  await expect(check.claim('held')).toContainText('= 2 d')
  const saved = author.waitForEvent('download')
  await check.results.getByRole('button', { name: 'Download' }).click()
  const result = JSON.parse(readFileSync(await (await saved).path(), 'utf8'))
  expect(result).toMatchObject({ ok: true, ruleset_hash: hash })
  expect(result.rules[0].assertions[0]).toMatchObject({ name: 'receipt_when_large', check: 'FALSE' })
  expect(result.claims.quantities[0]).toMatchObject({ submitted: '80.50 USD' })
  // The log records the download.
  await administrator.goto('/audit')
  await expect(administrator.getByText(`check result ${name}`)).toBeVisible()
})

test('dates are filled in, and the reported values follow', async ({ author }) => {
  const check = new CheckPage(author)
  await check.openNew(newName(), APPEALS)
  const reports = author.getByTestId('reports')
  await expect(reports).toContainText('Depends on Decided')
  await check.claim('decided').locator('input').fill('2026-01-31')
  await expect(reports).toContainText('30 April 2026')
  await expect(reports).toContainText('at least 0 days')
  await check.expectResult('in_time', 'UNKNOWN')
  await check.claim('filed').locator('input').fill('2026-05-02')
  await check.expectResult('in_time', 'FALSE')
  await expect(reports).toContainText('2 days')
  await expectNoViolations(author, 'a check with dates and reported values')
  await check.openResult('in_time')
  await expect(check.assertion('in_time')).toContainText('filed is on or before 3 months after decided')
  await check.claim('filed').locator('input').fill('')
  await check.expectResult('in_time', 'UNKNOWN')
})

test('without answers, results are closed, policies are marked, and the next question is named', async ({ author }) => {
  const check = new CheckPage(author)
  await check.openNew(newName(), RECEIPTS)
  await check.expectResult('receipt_when_large', 'UNKNOWN')
  await expect(check.results.locator('details[open]')).toHaveCount(0)
  await expect(check.results).toContainText('of these, 1 by policy')
  await expect(check.assertion('grade_is_good').locator('summary').first()).toContainText(/TRUE.*by policy/s)
  await expect(check.assertion('receipt_when_large').locator('summary').first()).not.toContainText('policy')

  await expect(check.nextQuestion).toContainText('Nothing is filled in yet. Answer first: Is there a receipt?')
  await expect(check.nextQuestion).toContainText('of the 3 open answers')
  await expectNoViolations(author, 'a check without facts')
  await check.nextQuestion.getByRole('button').press('Enter')
  await expect(check.claim('has_receipt').getByRole('radio', { name: 'Unknown' })).toBeFocused()
  await check.answer('has_receipt', 'Yes')
  await expect(check.nextQuestion).toContainText('Answer next: Held')
  await check.nextQuestion.getByRole('button').click()
  await expect(check.claim('held').getByRole('textbox')).toBeFocused()

  // An opened result stays open when its answer changes, and its reason leads to the named claims.
  await check.answer('has_receipt', 'No')
  await check.openResult('receipt_when_large')
  await check.assertion('receipt_when_large').getByRole('button', { name: '“Amount”' }).click()
  await expect(check.claim('amount').getByRole('textbox')).toBeFocused()
  await check.claim('amount').getByRole('textbox').fill('80')
  await check.expectResult('receipt_when_large', 'FALSE')
  await expect(check.assertion('receipt_when_large').locator('details').first()).toHaveAttribute('open', '')

  await check.claim('held').getByRole('textbox').fill('2')
  await check.answer('grade', 'high')
  await expect(check.nextQuestion).toHaveCount(0)
})

test('a remaining question is called irrelevant once every answer is proved', async ({ author }) => {
  const check = new CheckPage(author)
  await check.openNew(newName(), 'declare a as boolean;\ndeclare b as boolean;\nassert either { Or(a, b) };\n')
  await check.answer('a', 'Yes')
  await check.expectResult('either', 'TRUE')
  await expect(check.nextQuestion).toHaveText(
    'Every answer is proved. The remaining question cannot change any of them.',
  )
})

test('a reload keeps the answers, and a link takes them to a colleague', { tag: NIGHTLY }, async ({
  author,
  reviewer,
}) => {
  await author.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const check = new CheckPage(author)
  await check.openNew(newName(), RECEIPTS)
  await check.claim('amount').getByRole('textbox').fill('12.50')
  await author.reload()
  await expect(check.claim('amount').getByRole('textbox')).toHaveValue('12.50')
  await author.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(author.getByText('Link copied')).toBeVisible()
  const link = await author.evaluate(() => navigator.clipboard.readText())
  expect(decodeURIComponent(link)).toContain('12.50 USD')

  const theirs = new CheckPage(reviewer)
  await reviewer.goto(link)
  await expect(theirs.claim('amount').getByRole('textbox')).toHaveValue('12.50')
  await expect(reviewer.getByText('Opened from a link.')).toBeVisible()
  expect(new URL(reviewer.url()).hash).toBe('')
  await expect(reviewer.getByRole('button', { name: 'Save as test case…' })).toHaveCount(0)
  await reviewer.goto(link.replace(/#.*/, '#packed=broken'))
  await expect(reviewer.getByText('The link is damaged')).toBeVisible()
})

test('an earlier revision is checked by its hash', { tag: NIGHTLY }, async ({ author }) => {
  const check = new CheckPage(author)
  const name = newName()
  const first = await check.openNew(name, 'version 1.3;\ndeclare a as boolean;\nassert it { a };\n')
  await saveRuleset(author, name, 'version 1.3;\ndeclare a as boolean;\nassert it { Not(a) };\n')
  await check.open(name)
  await check.answer('a', 'Yes')
  await check.expectResult('it', 'FALSE')
  await author.getByLabel('Revision').selectOption(first)
  await check.expectResult('it', 'TRUE')
  expect(new URL(author.url()).searchParams.get('hash')).toBe(first)
  await author.reload()
  await check.expectResult('it', 'TRUE')
})

test('a dictionary comes from a file, and the engine answers hard questions', async ({ author }) => {
  const check = new CheckPage(author)
  await check.openNew(newName(), NEEDS_THE_ENGINE)
  await check.expectResult('no_such_pair', 'TRUE')
  await author.getByRole('button', { name: 'JSON', exact: true }).click()
  await author.getByLabel('A file with facts').setInputFiles({
    name: 'claims.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{ "x": 1.50, "y": 12345678901234567890.120, "flag": true }'),
  })
  await check.expectResult('flag_is_set', 'TRUE')
  await author.getByRole('button', { name: 'Form', exact: true }).click()
  await expect(check.claim('y').getByRole('textbox')).toHaveValue('12345678901234567890.120')
})

test.describe('refusals', () => {
  test.use({ allowedErrors: [/status of 404/] })

  test('a missing ruleset is reported instead of an empty page', { tag: NIGHTLY }, async ({ reviewer }) => {
    const check = new CheckPage(reviewer)
    await check.open('never-saved')
    await expect(reviewer.getByRole('alert').filter({ hasText: 'never-saved' })).toBeVisible()
  })
})

for (const theme of ['light', 'dark'] as const)
  test(`no violation and no sideways scrolling on a telephone, ${theme}`, {
    tag: NIGHTLY,
  }, async ({ author }) => {
    await author.emulateMedia({ colorScheme: theme })
    await author.setViewportSize({ width: 390, height: 844 })
    const check = new CheckPage(author)
    await check.openNew(newName(), RECEIPTS)
    await check.claim('amount').getByRole('textbox').fill('80')
    await check.expectResult('receipt_when_large', 'UNKNOWN')
    await expectNoViolations(author, 'the form')
    const wide = () => author.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(await wide()).toBeLessThanOrEqual(0)
    await author.getByRole('button', { name: 'JSON', exact: true }).click()
    await expectNoViolations(author, 'the dictionary as JSON')
    await author.getByRole('button', { name: 'Save as test case…' }).click()
    await expect(author.getByRole('dialog').getByRole('checkbox')).toHaveCount(3)
    await expectNoViolations(author, 'the dialog that saves a case')
    expect(await wide()).toBeLessThanOrEqual(0)
  })
