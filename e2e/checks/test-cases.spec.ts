import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ApprovePage } from '../pages/approve-page'
import { CheckPage } from '../pages/check-page'
import { expectNoViolations, NIGHTLY } from '../pages/looks'
import { saveRuleset } from '../pages/page-calls'
import { expect, test } from '../pages/people'
import { RulesetPage } from '../pages/ruleset-page'

const BELOW = 'version 1.3;\ndeclare n as numeric;\nassert small { n < 10 };\nassert positive { n > 0 };\n'
const ABOVE = BELOW.replace('n < 10', 'n < 5')
const newName = () => `cases-${randomUUID().slice(0, 8)}`

test('a case is stored, fails after a change, and its new answers are accepted', async ({ author, reviewer }) => {
  const name = newName()
  const check = new CheckPage(author)
  await check.openNew(name, BELOW)
  await check.claim('n').getByRole('textbox').fill('7.50')
  await check.saveCase('just under')
  await check.claim('n').getByRole('textbox').fill('1')
  await check.saveCase('one')
  await check.show('Test cases')
  await author.getByRole('button', { name: 'Run all 2' }).click()
  await expect(check.cases.getByRole('status').filter({ hasText: '2 passed' })).toBeVisible()
  await check.cases.getByRole('button', { name: 'Measure' }).click()
  const coverage = author.getByTestId('coverage')
  await expect(coverage).toContainText(/2 test cases notice \d+ of \d+ changes\./)
  await expect(coverage.getByRole('button', { name: 'Open in the form' }).first()).toBeVisible()
  await expectNoViolations(author, 'cases that pass, and what they miss')

  // The dialog names failing cases before saving.
  const failing = `“${name}” has 2 test cases. 1 does not give the expected answers: “just under”.`
  const ruleset = new RulesetPage(author)
  await ruleset.open(name)
  await ruleset.write(ABOVE)
  await author.keyboard.press('Control+S')
  await expect(ruleset.saveDialog).toContainText(failing)
  await expectNoViolations(author, 'a save after which a case fails')
  await ruleset.saveDialog.getByRole('button', { name: 'Continue editing' }).click()

  const hash = await saveRuleset(author, name, ABOVE)
  const approve = new ApprovePage(reviewer)
  await approve.open(hash)
  await expect(reviewer.getByTestId('test-cases')).toContainText(failing)
  await expect(reviewer.getByTestId('test-cases')).toContainText(/2 test cases notice \d+ of \d+ changes\./)
  await expect(approve.panel).toContainText('A test case fails on this text')
  await expectNoViolations(reviewer, 'the approve page of a text on which a case fails')
  await reviewer.getByTestId('test-cases').getByRole('link', { name: 'Show the test cases' }).click()
  await expect(reviewer).toHaveURL(/part=cases/)

  await check.open(name, '?part=cases')
  await author.getByRole('button', { name: 'Run all 2' }).click()
  await expect(check.testCase('just under')).toHaveAttribute('data-status', 'fail')
  await expect(check.testCase('just under')).toContainText('was expected to be')
  await author.getByLabel('Only cases that did not pass').check()
  await expect(check.testCase('one')).toHaveCount(0)
  await expectNoViolations(author, 'a case that fails')

  const theirs = new CheckPage(reviewer)
  await theirs.open(name, '?part=cases')
  await reviewer.getByRole('button', { name: 'Run all 2' }).click()
  await expect(theirs.testCase('just under')).toHaveAttribute('data-status', 'fail')
  await expect(reviewer.getByRole('button', { name: 'Accept these results' })).toHaveCount(0)

  await author.getByRole('button', { name: 'Accept these results' }).click()
  await expect(check.cases.getByRole('status').filter({ hasText: '2 passed' })).toBeVisible()
})

test('a case opens in the form, and a second case with the same title is not stored', { tag: NIGHTLY }, async ({
  author,
}) => {
  const check = new CheckPage(author)
  await check.openNew(newName(), BELOW)
  await check.claim('n').getByRole('textbox').fill('7.50')
  await check.saveCase('just under')
  await check.claim('n').getByRole('textbox').fill('3')
  await author.getByRole('button', { name: 'Save as test case…' }).click()
  await author.getByLabel('Title').fill('just under')
  await author.getByRole('button', { name: 'Save the test case' }).click()
  await expect(author.getByRole('dialog').getByRole('alert')).toContainText('Another test case')
  await author.getByRole('button', { name: 'Cancel' }).click()
  await check.show('Test cases')
  await author.getByRole('button', { name: 'Open just under in the form' }).click()
  await expect(check.claim('n').getByRole('textbox')).toHaveValue('7.50')
})

test('cases are exported as a document and imported again, and one is removed', { tag: NIGHTLY }, async ({
  author,
}) => {
  const check = new CheckPage(author)
  await check.openNew(newName(), BELOW)
  await check.claim('n').getByRole('textbox').fill('12345678901234567890.10')
  await check.saveCase('large')
  await check.show('Test cases')
  const saved = author.waitForEvent('download')
  await author.getByRole('button', { name: 'Export' }).click()
  const text = readFileSync(await (await saved).path(), 'utf8')
  expect(text).toContain('12345678901234567890.10')
  await check.testCase('large').getByRole('button', { name: 'Remove large' }).click()
  await expectNoViolations(author, 'the question before a case is removed')
  await author.getByRole('button', { name: 'Remove the test case' }).click()
  await expect(author.getByText('No test cases yet')).toBeVisible()
  const file = { name: 'cases.json', mimeType: 'application/json', buffer: Buffer.from(text) }
  await author.getByLabel('A file with test cases').setInputFiles(file)
  await expect(check.testCase('large')).toBeVisible()
  await expect(author.getByText('1 added, 0 changed, 0 unchanged.')).toBeVisible()
})

test.describe('a refused document', () => {
  test.use({ allowedErrors: [/400/] })
  test('is reported with its position', { tag: NIGHTLY }, async ({ author }) => {
    const check = new CheckPage(author)
    await check.openNew(newName(), BELOW)
    await check.show('Test cases')
    await author
      .getByLabel('A file with test cases')
      .setInputFiles({ name: 'cases.json', mimeType: 'application/json', buffer: Buffer.from('{ "cases": 1 }') })
    await expect(check.cases.getByRole('alert')).toContainText('cases')
  })
})
