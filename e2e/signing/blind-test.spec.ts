import type { Page } from '@playwright/test'
import { ApprovePage } from '../pages/approve-page'
import { expectNoViolations } from '../pages/looks'
import { saveRuleset } from '../pages/page-calls'
import { expect, PASSWORD, test } from '../pages/people'
import { RECEIPTS } from '../pages/rulesets'

const SOURCE = `// tried\n${RECEIPTS}`

test('a reviewer answers scenarios with the keyboard, sees the differences, and signs them', async ({
  author,
  reviewer,
}) => {
  const hash = await saveRuleset(author, 'tried', SOURCE)
  await reviewer.setViewportSize({ width: 390, height: 800 })
  await reviewer.goto(`/approve/${hash}`)
  const section = reviewer.getByTestId('blind-test')
  await expect(section).toContainText('Nobody did the blind test of this revision.')
  const payload = reviewer.waitForResponse((response) => response.url().includes('blindTests.scenarios'))
  await section.getByRole('link', { name: 'Try it yourself' }).click()
  await expect(reviewer.getByRole('heading', { name: 'Try it yourself' })).toBeVisible()
  await expect(reviewer.getByText('Is there a receipt?').first()).toBeVisible()
  const sent = await (await payload).text()
  for (const secret of ['"answer"', '"met"', 'not_met', 'TRUE', 'FALSE', 'more than 75'])
    expect(sent).not.toContain(secret)
  await expectNoViolations(reviewer, 'the scenarios')
  await reviewer.screenshot({ path: test.info().outputPath('scenarios-390.png'), fullPage: true })
  expect(await reviewer.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  const store = reviewer.getByRole('button', { name: /^Store my answers/ })
  await store.press('Enter')
  await expect(reviewer.getByText('Choose an answer.').first()).toBeVisible()
  await answerAll(reviewer)
  await store.press('Enter')
  const own = reviewer.getByTestId('own-blind-test')
  await expect(own).toContainText(/agrees with the ruleset in \d+ of \d+ scenarios/)
  await expect(own.getByText('Different answers').first()).toBeVisible()
  const comment = own.getByRole('textbox', { name: /^Comment on scenario/ }).first()
  await comment.focus()
  await reviewer.keyboard.type('The policy says otherwise.')
  await reviewer.keyboard.press('Tab')
  await reviewer.keyboard.press('Enter')
  await expect(own.getByText('“The policy says otherwise.”')).toBeVisible()
  await reviewer.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(reviewer, 'the answers, dark')
  await reviewer.screenshot({ path: test.info().outputPath('answers-390-dark.png'), fullPage: true })

  await reviewer.setViewportSize({ width: 1280, height: 900 })
  await reviewer.emulateMedia({ colorScheme: 'light' })
  await reviewer.goto(`/approve/${hash}`)
  await expect(section).toContainText(/agrees with the ruleset in \d+ of \d+ scenarios, first try/)
  await expect(section.getByRole('link', { name: 'Try it again' })).toBeVisible()
  await reviewer.screenshot({ path: test.info().outputPath('approve-1280.png') })
  const approve = new ApprovePage(reviewer)
  await approve.choose('Approve')
  await approve.goOn()
  await approve.prove(PASSWORD)
  await approve.arriveAtReceipt()
  await expect(reviewer.getByTestId('signed-blind-tests')).toContainText('“The policy says otherwise.”')

  await author.goto(`/approve/${hash}/try`)
  await expect(author.getByText('Your role does not give access to this page')).toBeVisible()
})

/** Answers with the arrow keys: the first answer of one scenario, the second of the next. */
async function answerAll(page: Page): Promise<void> {
  const groups = page.getByRole('group', { name: /^Scenario/ })
  for (let place = 0; place < (await groups.count()); place++) {
    await groups.nth(place).getByRole('radio').first().focus()
    await page.keyboard.press('Space')
    if (place % 2 === 1) await page.keyboard.press('ArrowDown')
  }
}
