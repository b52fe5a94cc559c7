import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ApprovePage } from '../pages/approve-page'
import { expectNoViolations, NIGHTLY } from '../pages/looks'
import { saveRuleset } from '../pages/page-calls'
import { expect, test } from '../pages/people'

const POLICIES = path.join(import.meta.dirname, '../../server/testing/golden/policies')
/** Policies of about a page: eight or nine rules, up to 22 claims. */
const ONE_PAGE = ['expense-receipts', 'fmla-eligibility', 'gdpr-breach-notice', 'accredited-investor'] as const

test('a policy of one page prints on at most three pages', async ({ author, reviewer }) => {
  for (const name of ONE_PAGE) {
    const source = readFileSync(path.join(POLICIES, name, 'ruleset.tsr'), 'utf8')
    const hash = await saveRuleset(author, `printed ${name}`, `// printed\n${source}`)
    await new ApprovePage(reviewer).open(hash)
    await expect(reviewer.getByTestId('test-cases')).toContainText('has no test cases')
    await reviewer.evaluate(() =>
      window.addEventListener('beforeprint', () => {
        const folded = document.querySelector<HTMLDetailsElement>('[data-testid="exact-bytes"]')
        document.body.dataset.printed = String(folded?.open)
      }),
    )
    const pdf = (await reviewer.pdf({ preferCSSPageSize: true, path: test.info().outputPath(`${name}.pdf`) })).toString(
      'latin1',
    )
    // The hashes are printed, and folded again on the screen.
    await expect(reviewer.locator('body')).toHaveAttribute('data-printed', 'true')
    await expect(reviewer.getByTestId('exact-bytes')).not.toHaveAttribute('open')
    const pages = pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0
    expect(pages, name).toBeGreaterThan(0)
    expect(pages, name).toBeLessThanOrEqual(3)
  }
})

test('outline and sign bar stay visible, and lead to every rule and to the signature', { tag: NIGHTLY }, async ({
  author,
  reviewer,
}) => {
  const source = readFileSync(path.join(POLICIES, 'expense-receipts', 'ruleset.tsr'), 'utf8')
  const hash = await saveRuleset(author, 'outlined', `// outlined\n${source}`)
  await new ApprovePage(reviewer).open(hash)
  const outline = reviewer.getByRole('navigation', { name: 'On this page' })
  const bar = reviewer.getByRole('region', { name: 'Sign this text' })
  await reviewer.setViewportSize({ width: 1280, height: 800 })
  await outline.getByRole('link', { name: 'Meal conditions met' }).click()
  await expect(reviewer.locator('#review-assertions-meal_conditions_met')).toBeInViewport()
  await expect(outline).toBeInViewport()
  await expect(bar).toBeInViewport()
  await expect(bar).toContainText('Not approved yet')
  // A rule leads to the claims that it reads.
  await reviewer
    .locator('#review-assertions-meal_conditions_met')
    .getByRole('link', { name: 'expense kind', exact: true })
    .click()
  await expect(reviewer.locator('#review-claims-expense_kind')).toBeInViewport()
  await expectNoViolations(reviewer, 'the review with its outline')
  await bar.getByRole('link', { name: 'Go to the signature' }).click()
  await expect(reviewer.getByTestId('signing-panel')).toBeInViewport()
  await reviewer.setViewportSize({ width: 390, height: 800 })
  await expect(bar).toBeInViewport()
  await expectNoViolations(reviewer, 'the review on a phone')
  await reviewer.screenshot({ path: test.info().outputPath('phone.png'), fullPage: false })
  await reviewer.setViewportSize({ width: 1280, height: 900 })
  await reviewer.evaluate(() => window.scrollTo(0, 0))
  await reviewer.screenshot({ path: test.info().outputPath('wide.png'), fullPage: true })
})
