/** The written policy next to the text of its rules, and its clauses next to answers, comments and receipts. */
import type { Locator, Page } from '@playwright/test'
import { CheckPage } from '../pages/check-page'
import { expectNoViolations } from '../pages/looks'
import { addDocument, saveRuleset, signRevision } from '../pages/page-calls'
import { expect, makeTeam, PASSWORD, test } from '../pages/people'
import { RulesetPage } from '../pages/ruleset-page'
import { VerifyPage } from '../pages/verify-page'

const POLICY = `1. Meals
1.1 A meal costs at most USD 60 a day.
1.2 Alcohol is not refunded.
2. Travel
2.1 A hotel costs at most USD 200 a night.
2.2 Claims must be filed within 30 days.
`
const RULES = `version 1.4;
// @unit cost USD
declare cost as numeric;
// @cite meal TE-07 1.1
assert meal { cost <= 60 "USD" };
// @cite hotel TE-07 2.1
assert hotel { cost <= 210 "USD" };
assert positive { cost > 0 "USD" };
`

class DocumentPane {
  readonly coverage: Locator
  readonly toggle: Locator

  constructor(readonly page: Page) {
    this.coverage = page.getByTestId('coverage')
    this.toggle = page.getByRole('button', { name: 'Document', exact: true })
  }

  clause(label: string): Locator {
    return this.page.getByTestId(`pane clause ${label}`)
  }

  /** Puts the cursor on the line of the editor with these words. */
  async clickLine(words: string): Promise<void> {
    await this.page.locator('.view-line', { hasText: words }).first().click()
  }

  /** The line number that the editor highlights as that of the cursor. */
  get cursorLine(): Locator {
    return this.page.locator('.margin .active-line-number')
  }
}

test('the document and the text lead to each other, and the coverage follows what is typed', async ({
  signedInPage,
}) => {
  const author = await signedInPage((await makeTeam()).author)
  await addDocument(author, 'TE-07', POLICY)
  await addDocument(author, 'HR-1')
  await saveRuleset(author, 'travel', RULES)
  const editor = new RulesetPage(author)
  const pane = new DocumentPane(author)
  await editor.open('travel')
  await expect(pane.coverage).toHaveCount(0)
  await pane.toggle.click()
  await expect(pane.coverage).toHaveText('2 of 4 clauses covered, 2 open; 1 rule cites no clause')
  await expect(author.getByRole('combobox', { name: 'Document', exact: true })).toHaveValue('TE-07')
  await expect(pane.clause('1.2')).toContainText('Open')
  await expect(pane.clause('2.2').locator('mark')).toHaveText(['must', 'within'])
  await expect(pane.clause('1.1').locator('mark')).toHaveCount(0)
  await expect(pane.clause('2.1')).toContainText('hotel: 210 USD is not in its clauses')
  await expectNoViolations(author, 'the document next to the text')

  await pane.clickLine('assert hotel')
  await expect(pane.clause('2.1')).toHaveAttribute('aria-current', 'true')
  await pane.clickLine('@cite meal')
  await expect(pane.clause('1.1')).toHaveAttribute('aria-current', 'true')
  await expect(pane.clause('2.1')).not.toHaveAttribute('aria-current', 'true')
  await pane.clause('2.1').click()
  await expect(pane.cursorLine).toHaveText('7')
  await pane.clause('1.1').getByRole('button', { name: 'meal', exact: true }).click()
  await expect(pane.cursorLine).toHaveText('5')
  await author.getByText('2 remarks about rules').click()
  await author.getByRole('button', { name: 'positive', exact: true }).click()
  await expect(pane.cursorLine).toHaveText('8')

  await editor.append('// @cite positive TE-07 1.2')
  await expect(pane.coverage).toHaveText('3 of 4 clauses covered, 1 open')
  await expect(pane.clause('1.2')).toHaveAttribute('aria-current', 'true')
  await editor.append('\nassert ')
  await expect(author.getByText('As of the last text that compiled.')).toBeVisible()
  await expect(pane.coverage).toHaveText('3 of 4 clauses covered, 1 open')

  await author.getByRole('combobox', { name: 'Document', exact: true }).selectOption('HR-1')
  await expect(pane.coverage).toHaveText('0 of 3 clauses covered, 3 open')
  await pane.clickLine('assert meal')
  await author.getByRole('button', { name: 'Show TE-07' }).click()
  await expect(pane.clause('1.1')).toHaveAttribute('aria-current', 'true')

  // It stays open, with its document.
  await editor.open('travel')
  await expect(pane.clause('2.2')).toBeVisible()
  await pane.toggle.click()
  await expect(pane.clause('2.2')).toHaveCount(0)
  await author.reload()
  await editor.ready()
  await expect(pane.clause('2.2')).toHaveCount(0)
})

test('a rule is added from a clause, and its answer shows the clause', async ({ signedInPage }) => {
  const author = await signedInPage((await makeTeam()).author)
  await addDocument(author, 'TE-07', POLICY)
  await saveRuleset(author, 'travel', RULES)
  const editor = new RulesetPage(author)
  const pane = new DocumentPane(author)
  await editor.open('travel')
  await pane.toggle.click()
  await pane.clause('2.2').getByRole('button', { name: 'Add a rule for clause 2.2' }).click()
  const dialog = author.getByRole('dialog')
  await dialog.getByLabel('Shape of the rule').selectOption('deadline')
  await dialog.getByLabel('Name of the rule').fill('in_time')
  await dialog.getByLabel('Name', { exact: true }).first().fill('spent_on')
  await dialog.getByLabel('Name', { exact: true }).last().fill('filed_on')
  await dialog.getByLabel('Days').fill('30')
  await expect(dialog.getByLabel('Ruleset', { exact: true })).toHaveCount(0)
  await expectNoViolations(author, 'the form of a rule for the open text')
  await dialog.getByRole('button', { name: 'Write the rule' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(editor.editor).toContainText('filed_on - spent_on <= 30 "d"')
  await expect(pane.clause('2.2')).toHaveAttribute('aria-current', 'true')
  await expect(pane.coverage).toHaveText('3 of 4 clauses covered, 1 open; 1 rule cites no clause')
  await author.keyboard.press('Control+Z')
  await expect(editor.editor).not.toContainText('filed_on')
  await author.keyboard.press('Control+Shift+Z')
  await expect(editor.editor).toContainText('filed_on')
  await editor.save()
  await editor.expectSaved()

  const check = new CheckPage(author)
  await check.open('travel')
  await check.claim('cost').getByRole('textbox').fill('70')
  await check.expectResult('meal', 'FALSE')
  await expect(check.assertion('meal').locator('summary').first()).toContainText('TE-07 1.1')
  await expect(check.assertion('positive').locator('summary').first()).not.toContainText('TE-07')
  await check.openResult('meal')
  await expect(check.assertion('meal').getByTestId('cited-clauses')).toContainText(
    '1.1 A meal costs at most USD 60 a day.',
  )
  await expectNoViolations(author, 'an answer with its clause')
})

test('on a narrow dark screen the document is a tab, and keys are enough', async ({ signedInPage }) => {
  const author = await signedInPage((await makeTeam()).author)
  await addDocument(author, 'TE-07', POLICY)
  await saveRuleset(author, 'travel', RULES)
  await author.setViewportSize({ width: 390, height: 844 })
  await author.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const editor = new RulesetPage(author)
  const pane = new DocumentPane(author)
  await author.goto('/rulesets/travel')
  await author.getByRole('tab', { name: 'Text' }).click()
  await editor.ready()
  await expect(pane.toggle).toBeHidden()
  await pane.clickLine('assert hotel')
  await author.getByRole('tab', { name: 'Text' }).focus()
  await author.keyboard.press('ArrowRight')
  await expect(pane.clause('2.1')).toHaveAttribute('aria-current', 'true')
  await expectNoViolations(author, 'the document on a narrow dark screen')
  expect(await author.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await author.screenshot({ path: '.data/e2e-results/document-pane-narrow-dark.png' })
  const meal = pane.clause('1.1').getByRole('button', { name: 'meal', exact: true })
  for (let step = 0; step < 20 && !(await meal.evaluate((it) => it === document.activeElement)); step++)
    await author.keyboard.press('Tab')
  await author.keyboard.press('Enter')
  await expect(author.getByRole('tab', { name: 'Text' })).toHaveAttribute('aria-selected', 'true')
  await expect(pane.cursorLine).toHaveText('5')
  await author.keyboard.press('Control+K')
  await author.keyboard.press('Control+K')
  await author.getByRole('combobox').fill('Show or hide the document')
  await author.keyboard.press('Enter')
  await expect(pane.clause('1.1')).toHaveAttribute('aria-current', 'true')
})

test('a document of 50,000 lines draws few clauses, and the last one is found', async ({ signedInPage }) => {
  const author = await signedInPage((await makeTeam()).author)
  const sections = Array.from({ length: 70 }, (_, section) => {
    const clauses = Array.from(
      { length: 69 },
      (_, at) => `${section + 1}.${at + 1} A meal costs at most USD ${at + 1}.`,
    )
    return `${section + 1}. Meals\n${clauses.map((clause) => `${clause}${'\nIt must be so.'.repeat(9)}`).join('\n')}`
  })
  await addDocument(author, 'LONG', `${sections.join('\n')}\n`)
  await saveRuleset(author, 'long', RULES.replace('TE-07 2.1', 'LONG 70.69').replace('TE-07 1.1', 'LONG 1.60'))
  const editor = new RulesetPage(author)
  const pane = new DocumentPane(author)
  await editor.open('long')
  await pane.clickLine('assert hotel')
  await pane.toggle.click()
  await expect(pane.coverage).toHaveText('2 of 4830 clauses covered, 4828 open; 1 rule cites no clause')
  await expect(pane.clause('70.69')).toHaveAttribute('aria-current', 'true')
  await expect(pane.clause('70.69')).toBeInViewport()
  await pane.clickLine('assert meal')
  await expect(pane.clause('1.60')).toBeInViewport()
  expect(await author.getByTestId(/^pane clause /).count()).toBeLessThan(40)
})

test('pasted prose is stored as a document, and undo brings it back', async ({ signedInPage }) => {
  const author = await signedInPage((await makeTeam()).author)
  await author.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const editor = new RulesetPage(author)
  const pane = new DocumentPane(author)
  await author.goto('/rulesets/new')
  await editor.ready()
  // Lines wrap at another width while the pane is open.
  const shownText = async () => ((await editor.editor.locator('.view-lines').textContent()) ?? '').replace(/\s+/g, '')
  const before = await shownText()
  const paste = async (text: string) => {
    await author.evaluate((words) => navigator.clipboard.writeText(words), text)
    await editor.editor.locator('.view-lines').click({ position: { x: 60, y: 10 } })
    await author.keyboard.press('Control+End')
    await author.keyboard.press('Control+V')
  }
  const undo = async () => {
    await editor.editor.locator('.view-lines').click({ position: { x: 60, y: 10 } })
    await author.keyboard.press('Control+Z')
  }
  const offer = author.getByRole('button', { name: 'Store it as a document' })
  await paste(POLICY)
  await expect(offer).toBeVisible()
  await expectNoViolations(author, 'pasted prose')
  await author.getByRole('button', { name: 'Dismiss' }).click()
  await expect(offer).toHaveCount(0)
  await undo()

  await paste(RULES)
  await editor.show('Outline')
  await expect(author.getByTestId('outline')).toContainText('positive')
  await expect(offer).toHaveCount(0)
  await undo()
  await paste(POLICY)
  await offer.click()
  const dialog = author.getByRole('dialog')
  await expect(dialog.getByLabel('Text of the policy')).toHaveValue(POLICY)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(editor.editor).toContainText('Alcohol')
  await offer.click()
  await dialog.getByLabel('Label', { exact: true }).fill('TE-07')
  await dialog.getByRole('button', { name: 'Add the document' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(pane.clause('1.2')).toBeVisible()
  await expect.poll(shownText).toBe(before)
  await undo()
  await expect(editor.editor).toContainText('Alcohol')
})

test('a clause is commented on, and a receipt prints it', async ({ signedInPage }) => {
  const team = await makeTeam()
  const [author, reviewer] = [await signedInPage(team.author), await signedInPage(team.reviewer)]
  await addDocument(author, 'TE-07', POLICY)
  const hash = await saveRuleset(author, 'travel', RULES)
  await author.goto('/rulesets/travel/review')
  await author.getByRole('button', { name: 'Ask for a review' }).click()
  const asking = author.getByRole('dialog')
  await asking.getByLabel('Message').fill('Please read it.')
  await asking.getByLabel(/Rosa Reviewer/).check()
  await asking.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(author.getByRole('heading', { name: 'Open review' })).toBeVisible()
  await reviewer.goto('/rulesets/travel/review')
  await reviewer.getByRole('button', { name: 'Write a comment' }).click()
  const form = reviewer.getByRole('form', { name: 'New comment' })
  await form.getByLabel('About').selectOption({ label: 'Clause: 1.2 Alcohol is not refunded. (TE-07 1.2)' })
  await form.getByLabel('Comment', { exact: true }).fill('No rule covers this clause.')
  await form.getByRole('button', { name: 'Comment', exact: true }).click()
  const thread = reviewer.getByRole('article', { name: /^Comment by/ })
  await expect(thread.getByTestId('subject-words')).toContainText('1.2 Alcohol is not refunded.')
  await expect(reviewer.getByRole('heading', { name: 'Clause TE-07 1.2' })).toBeVisible()
  await expectNoViolations(reviewer, 'a comment on a clause')

  const recordId = await signRevision(reviewer, hash, PASSWORD)
  await reviewer.goto(`/approve/${hash}/receipts/${recordId}`)
  await expect(reviewer.getByRole('heading', { name: 'The clauses that the rules cite' })).toBeVisible()
  await expect(reviewer.getByTestId('clauses-hotel')).toContainText('2.1 A hotel costs at most USD 200 a night.')
  await expectNoViolations(reviewer, 'a receipt with clauses')
  const [download] = await Promise.all([
    reviewer.waitForEvent('download'),
    reviewer.getByRole('button', { name: 'Download the receipt' }).click(),
  ])
  const verify = new VerifyPage(reviewer)
  await verify.open()
  await verify.chooseReceipt(await download.path())
  const cited = reviewer.getByTestId('cited')
  await expect(cited.getByRole('listitem')).toHaveText(['meal: TE-07 1.1', 'hotel: TE-07 2.1'])
  await expectNoViolations(reviewer, 'a verified receipt with clauses')
})
