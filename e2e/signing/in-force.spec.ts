import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { ApprovePage } from '../pages/approve-page'
import { callMutation, saveRuleset } from '../pages/page-calls'
import { expect, makeTeam, PASSWORD, test } from '../pages/people'
import { RECEIPTS } from '../pages/rulesets'
import { acceptInvitation, invitePerson } from '../pages/team'

/** The browser reports the refusal of `as_of` before anything was in force. */
test.use({ allowedErrors: [/status of 404/] })

/** Waits for the statement, signs it and arrives at the receipt. */
async function approve(page: Page, hash: string): Promise<void> {
  const sheet = new ApprovePage(page)
  await sheet.open(hash)
  await sheet.choose('Approve')
  await sheet.goOn()
  await sheet.prove(PASSWORD)
  await sheet.arriveAtReceipt()
}

test('two people approve a ruleset, which is then in force for pages and programs', async ({
  signedInPage,
  request,
}) => {
  const team = await makeTeam()
  const [administrator, author] = [await signedInPage(team.administrator), await signedInPage(team.author)]

  await administrator.goto('/settings/namespace')
  await administrator.getByLabel('People who must approve a revision').selectOption('2')
  await administrator.getByRole('button', { name: 'Save' }).click()
  await expect(administrator.getByText('Saved. The change is in effect.')).toBeVisible()

  const name = `travel ${randomUUID().slice(0, 8)}`
  const hash = await saveRuleset(author, name, `// ${name}\n${RECEIPTS}`)
  const credential = { label: 'payroll', tier: 'read_only', expiresAt: null }
  const { token } = (await callMutation(administrator, 'credentials.issue', credential)) as { token: string }
  const loadAsOf = (asOf: string) =>
    request.get(`/v1/rulesets/${encodeURIComponent(name)}`, {
      headers: { 'x-service-credential': token },
      params: { as_of: asOf },
    })

  const first = await signedInPage(team.reviewer)
  await approve(first, hash)
  const sheet = new ApprovePage(first)
  await sheet.open(hash)
  await expect(sheet.state).toContainText('1 of 2 approvals.')
  const unapproved = await loadAsOf(new Date().toISOString())
  expect(unapproved.status()).toBe(404)
  expect(await unapproved.json()).toMatchObject({ ok: false, error: { code: 'RULESET_NOT_FOUND' } })
  await author.goto('/')
  const row = author.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('1 of 2 approvals.')
  await expect(row.getByTestId('in-force')).toHaveCount(0)

  const second = await signedInPage(
    await acceptInvitation(await invitePerson(administrator.context(), ['reviewer']), 'Rolf Reviewer'),
  )
  await approve(second, hash)
  await sheet.open(hash)
  await expect(sheet.state).toContainText('Approved')
  await expect(sheet.state).toContainText('By Rosa Reviewer')
  await expect(sheet.state).toContainText('Rolf Reviewer')

  await author.goto('/')
  await expect(row.getByTestId('in-force')).toContainText(/Revision 1 in force since/)
  await author.goto(`/rulesets/${name.replaceAll(' ', '+')}/history`)
  const inForce = author.getByRole('list', { name: 'Revisions in force, newest first' }).getByRole('listitem')
  await expect(inForce).toHaveCount(1)
  await expect(inForce).toContainText('Revision 1')
  await expect(inForce).toContainText('now')
  await expect(inForce).toContainText(/From .*, set by Rolf Reviewer/)

  const now = await loadAsOf(new Date().toISOString())
  expect(now.status()).toBe(200)
  const answer = (await now.json()) as { in_force: { from: string } }
  expect(answer).toMatchObject({ ok: true, ruleset_hash: hash, in_force: { until: null, approved: true } })
  const { from } = answer.in_force
  expect((await loadAsOf(from)).status()).toBe(200)
  const before = await loadAsOf(new Date(Date.parse(from) - 1).toISOString())
  expect(before.status()).toBe(404)
  const message = expect.stringContaining(`Its first revision is in force from ${from}.`)
  expect(await before.json()).toMatchObject({ ok: false, error: { code: 'RULESET_NOT_FOUND', message } })
})
