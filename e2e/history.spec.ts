import type { Page } from '@playwright/test'
import { expectNoViolations, NIGHTLY } from './pages/looks'
import { callMutation, saveRuleset, signRevision } from './pages/page-calls'
import { expect, PASSWORD, test } from './pages/people'

const source = (limit: number, more = '') => `version 1.3;
// @unit amount USD
// @ask amount What is the total?
declare amount as numeric;
declare has_receipt as boolean;
assert within_limit { amount <= ${limit} "USD" };
assert receipt_when_large { Implies(amount > 75 "USD", has_receipt) };
${more}`

const FIRST = source(5000)
const SECOND = source(4000)
const THIRD = source(4500, 'assert is_signed_off { has_receipt };\n').replace('total', 'whole amount')

interface Saved {
  readonly name: string
  /** In the order of saving. The third was made from the first after that was bound again. */
  readonly hashes: readonly [string, string, string]
}

let count = 0

async function saveThree(page: Page): Promise<Saved> {
  const name = `travel ${process.pid} ${++count}`
  const first = await saveRuleset(page, name, FIRST)
  const second = await saveRuleset(page, name, SECOND)
  await saveRuleset(page, name, FIRST)
  const third = await saveRuleset(page, name, THIRD)
  const claims = JSON.stringify({ amount: '4200 USD', has_receipt: true })
  await callMutation(page, 'testCases.save', { name, id: null, version: 0, title: 'A long trip', claims, expected: {} })
  return { name, hashes: [first, second, third] }
}

const addressOf = (name: string) => `/rulesets/${name.replaceAll(' ', '+')}/history`
const row = (page: Page, hash: string) => page.locator(`[data-revision="${hash}"]`)

test('revisions appear in order, with branches, and two of them are compared by keyboard', async ({ author }) => {
  const { name, hashes } = await saveThree(author)
  const [first, second, third] = hashes
  await author.goto(addressOf(name))
  await expect(author.getByRole('heading', { name: 'History', level: 1 })).toBeVisible()
  const rows = author.getByRole('list', { name: 'Revisions' }).locator('[data-revision]')
  await expect(rows).toHaveCount(3)
  expect(await rows.evaluateAll((elements) => elements.map((each) => each.getAttribute('data-revision')))).toEqual([
    third,
    second,
    first,
  ])
  await expect(row(author, third)).toContainText(`Made from ${first.slice(0, 10)}`)
  await expect(row(author, third)).toContainText(`${name} now`)
  await expect(row(author, first)).toContainText('The first revision, saved 2 times')
  await expect(row(author, second)).toContainText('Arne Author')
  await expect(row(author, second).getByRole('link', { name: /Open to restore/ })).toHaveAttribute(
    'href',
    `/rulesets/${name.replaceAll(' ', '+')}?from=${second}`,
  )

  const chain = author.getByRole('region', { name: 'Chain of revisions' })
  await expect(chain.getByRole('listitem')).toContainText([/Not approved/, /Not approved/, /Not approved · now/])
  expect(await chain.getByRole('link').evaluateAll((links) => links.map((each) => each.getAttribute('href')))).toEqual(
    hashes.map((hash) => `/approve/${hash}`),
  )

  await expect(author.getByText('Select two revisions to compare them.')).toBeVisible()
  await row(author, third).getByRole('checkbox').focus()
  await author.keyboard.press('Space')
  await expect(author.getByText('One revision selected. Select another.')).toBeVisible()
  await row(author, second).getByRole('checkbox').focus()
  await author.keyboard.press('Space')
  await author.getByRole('link', { name: 'Compare them' }).focus()
  await author.keyboard.press('Enter')
  await author.waitForURL((url) => url.search === `?from=${second}&to=${third}`)

  const meaning = author.getByTestId('meaning-changes')
  await expect(meaning).toContainText('within_limit')
  await expect(meaning).toContainText('TRUE now')
  await author.getByRole('tab', { name: 'Meaning' }).focus()
  await author.keyboard.press('ArrowRight')
  const text = author.getByRole('table', { name: /Lines before/ })
  await expect(text.locator('[data-change=changed]')).toContainText(['total', '4000'])
  await expect(text.locator('[data-change=changed]').first()).toContainText('Was:')
  await expect(text.locator('[data-change=added]')).toHaveCount(1)
  await author.getByRole('tab', { name: 'Text' }).focus()
  await author.keyboard.press('ArrowRight')
  const words = author.getByTestId('review-changes')
  await expect(words).toContainText('4,500')
  await author.keyboard.press('ArrowRight')
  const claims = author.getByRole('region', { name: 'Claims' })
  await expect(claims.getByRole('listitem')).toContainText([/amount.*What is the total.*What is the whole amount/s])
  await expect(author.getByRole('region', { name: 'Assertions' })).toContainText('is_signed_off')
  await expect(author.getByRole('region', { name: 'Assertions' })).toContainText('amount <= 4500 "USD"')
  await author.keyboard.press('ArrowRight')
  await expect(author.getByText('1 of 1 test cases has different results.')).toBeVisible()
  const answers = author.getByRole('region', { name: 'Answers of A long trip' })
  await expect(answers.getByRole('row', { name: /within_limit FALSE TRUE/ })).toBeVisible()
  await expect(answers.getByRole('row', { name: /is_signed_off no result TRUE/ })).toBeVisible()

  await author.getByRole('link', { name: 'Swap the two' }).click()
  await author.waitForURL((url) => url.search === `?from=${third}&to=${second}`)
  await author.getByRole('link', { name: 'All revisions' }).click()
  await expect(rows).toHaveCount(3)
})

test('the clauses that a change cites are shown in their words, before and after', async ({ author }) => {
  const name = `cited ${process.pid} ${++count}`
  const label = `TE-${process.pid}-${count}`
  const policy = (limit: number) => ({
    ...{ kind: 'text', format: 'text' },
    text: `1. Scope. This applies to everyone.\n2. Meals. A meal costs at most ${limit} USD, with every tip and tax.\n`,
  })
  const rules = (limit: number) => `version 1.4;
// @unit cost USD
declare cost as numeric;
// @cite meal ${label} 2
assert meal { cost <= ${limit} "USD" };
`
  await callMutation(author, 'documents.add', { label, title: 'Travel', content: policy(60) })
  const from = await saveRuleset(author, name, rules(60))
  await callMutation(author, 'documents.revise', { label, base: 1, content: policy(75) })
  const to = await saveRuleset(author, name, rules(75))
  await author.goto(`${addressOf(name)}?from=${from}&to=${to}`)
  const clauses = author.getByTestId('clause-changes')
  await expect(clauses.getByRole('link', { name: `${label} 2` })).toBeVisible()
  await expect(clauses).toContainText('Words changed')
  await expect(clauses.locator('del')).toContainText('60')
  await expect(clauses.locator('ins')).toContainText('75')
  for (const width of [1280, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await author.setViewportSize({ width, height: 800 })
      await author.emulateMedia({ colorScheme })
      await expectNoViolations(author, `clauses behind a change, ${width} ${colorScheme}`)
      expect(await author.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await clauses.scrollIntoViewIfNeeded()
      await author.screenshot({ path: test.info().outputPath(`clauses-${width}-${colorScheme}.png`), fullPage: true })
    }
})

test('a reviewer reads it on a phone and in the dark, and axe finds nothing', { tag: NIGHTLY }, async ({
  author,
  reviewer,
}) => {
  const { name, hashes } = await saveThree(author)
  for (const width of [1280, 390]) {
    await reviewer.setViewportSize({ width, height: 800 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await reviewer.emulateMedia({ colorScheme })
      const where = `${width} ${colorScheme}`
      await reviewer.goto(addressOf(name))
      await expect(row(reviewer, hashes[2])).toBeVisible()
      await expectNoViolations(reviewer, `history ${where}`)
      await expectNoSideways(reviewer)
      await reviewer.goto(`${addressOf(name)}?from=${hashes[1]}&to=${hashes[2]}`)
      await expect(reviewer.getByTestId('meaning-changes')).toBeVisible()
      for (const tab of ['Meaning', 'Text', 'Review in words', 'Claims and assertions', 'Test cases']) {
        await reviewer.getByRole('tab', { name: tab }).click()
        await expect(reviewer.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
        await expectNoViolations(reviewer, `${tab} ${where}`)
        await expectNoSideways(reviewer)
      }
    }
  }
})

test('the chain shows approvals and approvers', async ({ author, reviewer }) => {
  const name = `approved ${process.pid}`
  // A signature belongs to bytes, so this revision has its own.
  await signRevision(reviewer, await saveRuleset(author, name, `// approved\n${FIRST}`), PASSWORD)
  await saveRuleset(author, name, `// approved\n${SECOND}`)
  await reviewer.goto(addressOf(name))
  const chain = reviewer.getByRole('region', { name: 'Chain of revisions' })
  await expect(chain.getByRole('listitem').first()).toContainText(/Approvedsigned by Rosa Reviewer/)
  await expectNoViolations(reviewer, 'a chain with an approval')
})

test.describe('missing history', () => {
  test.use({ allowedErrors: [/status of 404/] })

  test('unsaved names and unknown bytes are reported', { tag: NIGHTLY }, async ({ author }) => {
    await author.goto(addressOf('never saved'))
    await expect(author.getByText('No ruleset is saved under the name "never saved"')).toBeVisible()
    const { name, hashes } = await saveThree(author)
    await author.goto(`${addressOf(name)}?from=${'a'.repeat(64)}&to=${hashes[0]}`)
    await expect(author.getByText(/No ruleset with the hash a+ is stored/)).toBeVisible()
  })
})

async function expectNoSideways(page: Page) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(over).toBeLessThanOrEqual(0)
}
