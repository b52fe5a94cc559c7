import type { Page } from '@playwright/test'
import { expectNoViolations } from '../pages/looks'
import { callMutation, saveRuleset, signRevision } from '../pages/page-calls'
import { expect, makeTeam, PASSWORD, test } from '../pages/people'

/** The browser reports the status of a refusal. */
test.use({ allowedErrors: [/status of (404|412)/] })

const REFUND = `declare amount as numeric;
declare known as boolean;
assert small { amount <= 50 };
assert is_known { known };
`

async function expectNarrow(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
}

test('an author adds a guard on a phone, sees every mistake at once, and a reviewer confirms it', async ({
  signedInPage,
}, info) => {
  const team = await makeTeam()
  const [author, reviewer] = [await signedInPage(team.author), await signedInPage(team.reviewer)]
  await signRevision(reviewer, await saveRuleset(author, 'refunds', REFUND), PASSWORD)
  await author.setViewportSize({ width: 390, height: 844 })
  await author.emulateMedia({ colorScheme: 'dark' })
  await author.goto('/guardrails')
  await author
    .getByRole('navigation', { name: 'Guardrails, applications and tool guards' })
    .getByRole('link', { name: 'Tool guards' })
    .click()
  await expect(author.getByText('No tool guards yet')).toBeVisible()
  await author.getByRole('link', { name: 'New tool guard' }).click()
  await author.getByRole('group', { name: 'Ruleset' }).getByLabel('Name').selectOption('refunds')
  const amount = author.getByRole('group', { name: 'amount' })
  const known = author.getByRole('group', { name: 'known' })
  await amount.getByLabel('Comes from').selectOption('argument')
  await amount.getByLabel('Path').fill('$.amount[?(@.x)]')
  await known.getByLabel('Comes from').selectOption('lookup')
  await author.getByRole('button', { name: 'Add a lookup' }).click()
  const lookup = author.getByRole('group', { name: 'New lookup' })
  await lookup.getByLabel('Longest wait (ms)').fill('soon')
  await author.getByRole('button', { name: 'Add the guard' }).click()
  // The mistakes of the page and of the engine, with the focus at the first.
  await expect(author.getByLabel('Name of the guard')).toBeFocused()
  await expect(amount.getByText('Not a supported JSONPath')).toBeVisible()
  await expect(known.getByText('Choose a lookup.')).toBeVisible()
  await expect(lookup.getByText('Enter a whole number from 1 to 5,000.')).toBeVisible()
  await expectNoViolations(author, 'a guard with mistakes')
  await expectNarrow(author)
  await author.screenshot({ path: info.outputPath('mistakes.png'), fullPage: true })

  await author.getByLabel('Name of the guard').fill('refunds')
  await author.getByLabel('Server').fill('shop')
  await author.getByLabel('Tool', { exact: true }).fill('refund')
  await amount.getByLabel('Path').fill('$.amount')
  await lookup.getByLabel('Name of the lookup').fill('customer')
  const named = author.getByRole('group', { name: 'customer' })
  await named.getByLabel('Connection').fill('records')
  await named.getByLabel('Path below the address').fill('customers/{1}')
  await named.getByLabel('Arguments').fill('$.customer')
  await named.getByLabel('Longest wait (ms)').fill('500')
  await known.getByLabel('Lookup').selectOption('customer')
  await known.getByLabel('Path').fill('$.known')
  await author.getByRole('button', { name: 'Add the guard' }).press('Enter')
  await expect(author).toHaveURL(/\/tool-guards\/[0-9a-f-]{36}$/)
  const words = author.getByRole('region', { name: 'The guard in words' })
  await expect(words).toContainText('amount is the argument $.amount.')
  await expect(words).toContainText('known is $.known of customer. Callers do not see the value.')
  await expect(words).toContainText('The call waits for a reviewer for up to 1 hour')
  const confirmation = author.getByRole('region', { name: 'Confirmation' })
  await expect(confirmation).toContainText('No reviewer has confirmed this guard')
  await expect(confirmation.getByRole('button', { name: 'Confirm this guard' })).toHaveCount(0)
  await expectNoViolations(author, 'a guard')
  await expectNarrow(author)
  await author.screenshot({ path: info.outputPath('guard-phone.png'), fullPage: true })

  const address = new URL(author.url()).pathname
  await reviewer.setViewportSize({ width: 1280, height: 900 })
  await reviewer.goto(address)
  await expect(reviewer.getByText('Only authors can change tool guards.')).toBeVisible()
  // Changed after the reviewer read it.
  await author.getByLabel('If a rule is UNKNOWN and no rule is FALSE').selectOption('pass')
  await author.getByRole('button', { name: 'Save' }).click()
  await expect(author.getByText('Saved. If the digest changed')).toBeVisible()
  await reviewer.getByRole('button', { name: 'Confirm this guard' }).click()
  await expect(reviewer.getByText('has changed in the meantime')).toBeVisible()
  await expect(reviewer.getByText('The call passes, and the answer lists the open rules.')).toBeVisible()
  await expectNoViolations(reviewer, 'a guard to confirm')
  await reviewer.screenshot({ path: info.outputPath('guard-desktop.png'), fullPage: true })
  await reviewer.getByRole('button', { name: 'Confirm this guard' }).press('Enter')
  await expect(reviewer.getByText(/^Confirmed by/)).toBeVisible()
  await reviewer.goto('/tool-guards')
  await expect(reviewer.getByText('Decides', { exact: true })).toBeVisible()
  await expect(reviewer.getByRole('link', { name: 'New tool guard' })).toHaveCount(0)
})

test('of two editors, the second decides whose version stays', async ({ signedInPage }) => {
  const team = await makeTeam()
  const [author, reviewer] = [await signedInPage(team.author), await signedInPage(team.reviewer)]
  const hash = await saveRuleset(author, 'refunds', REFUND)
  const map = { claims: { known: { from: 'constant', value: false } } }
  const guard = { name: 'refunds', server: 'shop', tool: 'refund', ruleset_hash: hash, map }
  const { id } = (await callMutation(author, 'calls.addGuard', guard)) as { readonly id: string }
  await author.goto(`/tool-guards/${id}`)
  await author.getByRole('group', { name: 'known' }).getByLabel('Value').fill('true')
  await callMutation(author, 'calls.changeGuard', { id, version: 1, content: { ...guard, tool: 'repay' } })
  await author.getByRole('button', { name: 'Save' }).click()
  const dialog = author.getByRole('dialog', { name: 'There is a newer version' })
  await dialog.getByRole('button', { name: 'Load their version' }).click()
  await expect(author.getByLabel('Tool', { exact: true })).toHaveValue('repay')
  await author.getByRole('button', { name: 'Remove…' }).click()
  await author.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click()
  await expect(author.getByText('No tool guards yet')).toBeVisible()
  await reviewer.goto(`/tool-guards/${id}`)
  await expect(reviewer.getByText('This tool guard does not exist')).toBeVisible()
})
