import type { Page } from '@playwright/test'
import { expectNoViolations } from '../pages/looks'
import { addConfirmedGuard, callMutation, callQuery, saveRuleset, signRevision } from '../pages/page-calls'
import { expect, makeTeam, PASSWORD, test } from '../pages/people'

/** The browser reports the status of a refusal. */
test.use({ allowedErrors: [/status of (404|409)/] })

const REFUND = `declare amount as numeric;
declare known as boolean;
assert small { amount <= 50 };
// The customer is known.
assert is_known { known };
`

const MAP = {
  claims: { amount: { from: 'argument', path: '$.amount' }, known: { from: 'argument', path: '$.known' } },
}

/** The author's own call, as a gateway would send it. */
async function callTool(author: Page, amount: number) {
  const request = JSON.stringify({ guard: 'refunds', arguments: { order: 'B-1', amount } })
  const { body } = (await callMutation(author, 'operations.run', { operation: 'decideToolCall', request })) as {
    readonly body: string
  }
  return JSON.parse(body) as { readonly decision: string; readonly grant: { readonly id: string } | null }
}

test('a reviewer grants a waiting call on a phone, with the keyboard, and it passes once', async ({ signedInPage }) => {
  const team = await makeTeam()
  const [author, reviewer] = [await signedInPage(team.author), await signedInPage(team.reviewer)]
  const hash = await saveRuleset(author, 'refunds', REFUND)
  await signRevision(reviewer, hash, PASSWORD)
  const guard = { name: 'refunds', server: 'shop', tool: 'refund', ruleset_hash: hash, map: MAP }
  await addConfirmedGuard(author, reviewer, guard)

  await reviewer.setViewportSize({ width: 390, height: 844 })
  await reviewer.emulateMedia({ colorScheme: 'dark' })
  await reviewer.goto('/calls')
  await expect(reviewer.getByText('Nothing is waiting')).toBeVisible()
  expect((await callTool(author, 20)).decision).toBe('ask')
  const other = await callTool(author, 30)

  // The page is not loaded again.
  await expect(reviewer.getByRole('list', { name: 'Calls' }).getByRole('link')).toHaveCount(2)
  await reviewer.goto('/inbox')
  await reviewer.getByRole('link', { name: '2 calls of tools wait for a reviewer' }).click()
  await reviewer.getByRole('list', { name: 'Calls' }).getByRole('link').first().click()
  await expect(reviewer.getByRole('heading', { name: 'May refund be called?' })).toBeVisible()
  await expect(reviewer.getByRole('region', { name: 'Arguments' })).toContainText('{"amount":20,"order":"B-1"}')
  await expect(reviewer.getByRole('region', { name: 'The rule that is open' })).toContainText('The customer is known.')
  await expect(reviewer.getByRole('region', { name: 'What is known' })).toContainText('the call has no such argument')
  await expectNoViolations(reviewer, 'a waiting call')
  const width = await reviewer.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
  await reviewer.getByLabel('Reason (optional)').fill('She is a regular.')
  await reviewer.keyboard.press('Tab')
  await reviewer.keyboard.press('Tab')
  await expect(reviewer.getByRole('button', { name: 'Grant this call once' })).toBeFocused()
  await reviewer.keyboard.press('Enter')
  await expect(reviewer.getByRole('region', { name: 'Answer' })).toContainText('Granted, not used yet')

  expect((await callTool(author, 20)).decision).toBe('pass')
  expect((await callTool(author, 20)).decision).toBe('ask')

  await reviewer.goto(`/calls/${other.grant?.id}`)
  await reviewer.getByRole('button', { name: 'Refuse' }).click()
  await expect(reviewer.getByRole('region', { name: 'Answer' })).toContainText('Refused')
  expect((await callTool(author, 30)).decision).toBe('refuse')

  await reviewer.goto('/calls')
  await reviewer.getByRole('button', { name: 'Answered' }).click()
  await expect(reviewer.getByText('Granted and made')).toBeVisible()
  await expectNoViolations(reviewer, 'answered calls')
})

test('an author sees a call and why it waits, and cannot answer it', async ({ author, reviewer }) => {
  const hash = await saveRuleset(author, 'refunds', REFUND)
  await signRevision(reviewer, hash, PASSWORD)
  await addConfirmedGuard(author, reviewer, {
    ...{ name: 'refunds', server: 'shop', tool: 'refund' },
    ...{ ruleset_hash: hash, map: MAP },
  })
  const { grant } = await callTool(author, 20)
  await author.goto(`/calls/${grant?.id}`)
  await expect(author.getByText('Reviewers of this namespace grant calls.')).toBeVisible()
  await expect(author.getByRole('button', { name: 'Grant this call once' })).toHaveCount(0)
  await author.goto('/calls/00000000-0000-4000-8000-000000000000')
  await expect(author.getByText('This call does not exist')).toBeVisible()
  expect(await callQuery(author, 'calls.count', undefined)).toBe(0)
})
