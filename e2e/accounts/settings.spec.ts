import type { Page } from '@playwright/test'
import { expectNoViolations, LOOKS, NIGHTLY } from '../pages/looks'
import { expect, makeTeam, PASSWORD, test } from '../pages/people'
import { callProcedure as callPage } from '../pages/team'

/** The browser reports the status of a refusal. */
test.use({ allowedErrors: [/status of 400/] })

const ADMINISTRATORS_PAGES = [
  '/settings/members',
  '/settings/security',
  '/settings/changes',
  '/settings/credentials',
  '/settings/service-accounts',
  '/settings/namespace',
  '/settings/notifications',
]
const SOURCE = 'declare a as boolean;\nassert x { a };\n'

const call = (page: Page, path: string, token: string, body: unknown) =>
  page.request.post(path, { data: body, headers: { 'x-service-credential': token } })

for (const role of ['author', 'reviewer'] as const)
  test(`the ${role} only sees their own account`, async ({ author, reviewer }) => {
    const page = { author, reviewer }[role]
    await page.goto('/settings')
    await expect(page).toHaveURL(/\/settings\/account$/)
    const nav = page.getByRole('navigation', { name: 'Settings' })
    await expect(nav.getByRole('link')).toHaveText(['Your account'])
    for (const path of ADMINISTRATORS_PAGES) {
      await page.goto(path)
      await expect(page.getByText('Your role does not give access to this page')).toBeVisible()
    }
  })

test('a credential is issued, shown once, used, and revoked', async ({ signedInPage }) => {
  const page = await signedInPage((await makeTeam()).administrator)
  await page.goto('/settings/credentials')
  await expect(page.getByText('No credentials yet')).toBeVisible()
  await page.getByRole('button', { name: 'Issue a credential' }).click()
  await page.getByRole('button', { name: 'Issue', exact: true }).click()
  await expect(page.getByText('Enter which program uses it.')).toBeVisible()
  await page.getByLabel('Label').fill('night run')
  await page.getByLabel('Expires').fill('2020-01-01')
  await page.getByRole('button', { name: 'Issue', exact: true }).click()
  await expect(page.getByText('The credential would have expired already', { exact: false })).toBeVisible()
  await expect(page.getByLabel('Label')).toHaveValue('night run')
  await page.getByLabel('Expires').fill('')
  await page.getByRole('button', { name: 'Issue', exact: true }).click()
  const token = await page.getByRole('textbox', { name: 'Token' }).inputValue()
  expect(token).toMatch(/^tst_full_[\w-]{43}$/)
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await expect(page.getByText(token)).toHaveCount(0)
  expect((await call(page, '/v1/check', token, { source: SOURCE, claims: { a: true } })).status()).toBe(200)
  await page.reload()
  const row = page.getByRole('row', { name: /night run/ })
  await expect(row).toContainText('active')
  await expect(page.getByRole('img', { name: /This month: 1$/ })).toBeVisible()
  await page.getByRole('button', { name: 'As a table' }).click()
  await expect(page.getByRole('region', { name: 'Checks per month' }).locator('tbody tr')).toHaveCount(12)
  await page.getByRole('button', { name: 'Revoke night run' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(row).toContainText('revoked')
  expect((await call(page, '/v1/check', token, { source: SOURCE, claims: { a: true } })).status()).toBe(401)
})

test('a namespace that demands signatures refuses approvals by credential', { tag: NIGHTLY }, async ({
  signedInPage,
}) => {
  const page = await signedInPage((await makeTeam()).administrator)
  await page.goto('/settings/credentials')
  await page.getByRole('button', { name: 'Issue a credential' }).click()
  await page.getByLabel('Label').fill('robot')
  await page.getByRole('button', { name: 'Issue', exact: true }).click()
  const token = await page.getByRole('textbox', { name: 'Token' }).inputValue()
  await page.getByRole('button', { name: 'I have copied it' }).click()
  const compiled = await (await call(page, '/v1/compile', token, { source: SOURCE })).json()
  const approval = { ruleset_hash: compiled.ruleset_hash, approver: 'Robot' }
  expect((await call(page, '/v1/approvals', token, approval)).status()).toBe(200)
  await page.getByRole('link', { name: 'Namespace', exact: true }).click()
  const rule = page.getByLabel('Approvals without a signature are recorded')
  await rule.uncheck()
  await page.getByLabel('Name', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter a name.')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Signed only')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. The change is in effect.')).toBeVisible()
  const refused = await call(page, '/v1/approvals', token, approval)
  expect(refused.status()).toBe(403)
  expect((await refused.json()).error).toMatchObject({
    code: 'CREDENTIAL_SCOPE',
    message: expect.stringContaining(`/approve/${compiled.ruleset_hash}`),
  })
  await page.reload()
  await expect(rule).not.toBeChecked()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Signed only')
})

test('members are invited, given roles and removed, except the last administrator', async ({ signedInPage }) => {
  const team = await makeTeam()
  const page = await signedInPage(team.administrator)
  await page.goto('/settings/members')
  await expect(page.getByText('The only administrator', { exact: false })).toBeVisible()
  await expect(page.getByLabel('Administrator: Ada Administrator')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Remove Ada Administrator' })).toBeDisabled()
  const isShownAtOnce = (box: HTMLInputElement) => {
    box.click()
    return box.checked
  }
  expect(await page.getByLabel('Reviewer: Arne Author').evaluate(isShownAtOnce)).toBe(true)
  await expect(page.getByLabel('Author: Arne Author')).toBeEnabled()
  await page.reload()
  await expect(page.getByLabel('Reviewer: Arne Author')).toBeChecked()

  await page.getByRole('button', { name: 'Invite a person' }).click()
  await page.getByLabel('Author', { exact: true }).uncheck()
  await expect(page.getByText('Choose at least one role.')).toBeVisible()
  await page.getByLabel('Reviewer', { exact: true }).check()
  await page.getByLabel('E-mail address').fill('no address')
  await page.getByRole('button', { name: 'Create invitation' }).click()
  await expect(page.getByText('Expected an e-mail address.')).toBeVisible()
  await page.getByLabel('E-mail address').fill('new@example.org')
  await page.getByRole('button', { name: 'Create invitation' }).click()
  expect(await page.getByRole('textbox', { name: 'Link' }).inputValue()).toMatch(/\/invite\/[\w-]{43}$/)
  await page.getByRole('button', { name: 'Done' }).click()
  const invitations = page.getByRole('region', { name: 'Pending invitations' }).last()
  await expect(invitations.getByText('new@example.org')).toBeVisible()
  await page.getByRole('button', { name: 'Revoke the invitation for new@example.org' }).click()
  await expect(page.getByText('No pending invitations.')).toBeVisible()

  await page.getByRole('button', { name: 'Remove Rosa Reviewer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByRole('row', { name: /Rosa Reviewer/ })).toHaveCount(0)
})

test.describe('a former administrator', () => {
  // The list is requested once more before the page knows.
  test.use({ allowedErrors: [/status of 40[03]/] })

  test('an administrator confirms giving up the role, and then no longer sees the page', {
    tag: NIGHTLY,
  }, async ({ signedInPage }) => {
    const team = await makeTeam()
    const page = await signedInPage(team.administrator)
    await page.goto('/settings/members')
    await page.getByLabel('Author: Ada Administrator').check()
    await expect(page.getByLabel('Author: Ada Administrator')).toBeEnabled()
    await page.getByLabel('Administrator: Arne Author').click()
    await expect(page.getByLabel('Administrator: Arne Author')).toBeChecked()
    await page.getByLabel('Administrator: Ada Administrator').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByLabel('Administrator: Ada Administrator')).toBeChecked()
    await page.getByLabel('Administrator: Ada Administrator').click()
    await page.getByRole('button', { name: 'Give up role' }).click()
    await expect(page.getByText('This change is waiting for another administrator')).toBeVisible()
    const other = await signedInPage(team.author)
    await other.goto('/settings/changes')
    await other.getByRole('button', { name: /^Confirm: Change the roles of Ada/ }).click()
    await other.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(other.getByText('No pending changes')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Your role does not give access to this page')).toBeVisible()
  })
})

test('a rule is weakened only after another administrator confirms it', async ({ signedInPage }) => {
  const team = await makeTeam()
  const page = await signedInPage(team.administrator)
  await page.goto('/settings/namespace')
  const rule = page.getByLabel('An author of a ruleset may not approve it')
  await expect(page.getByText('For organizations that must show who approved what.', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Apply “Regulated”' }).click()
  await expect(
    page.getByText('Still missing: “Second factor to sign” and “Second factor to administer”.'),
  ).toBeVisible()
  await page.reload()
  await expect(rule).toBeChecked()
  await expect(page.getByLabel('An approval under an older engine does not count')).toBeChecked()
  await expectNoViolations(page, 'a preset with open rules')
  await page.getByLabel('Signing needs a passkey or the provider').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('this rule would lock you out', { exact: false })).toBeVisible()
  await page.getByLabel('Signing needs a passkey or the provider').uncheck()

  await page.goto('/settings/members')
  await page.getByLabel('Administrator: Arne Author').click()
  await expect(page.getByLabel('Administrator: Arne Author')).toBeChecked()
  await expect(page.getByText('added by the operator')).toHaveCount(1)
  await page.goto('/settings/namespace')
  await rule.uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This change is waiting for another administrator')).toBeVisible()
  await expect(rule).toBeChecked()
  await page.getByRole('link', { name: 'Pending changes', exact: true }).first().click()
  const card = page.getByRole('list', { name: 'Pending changes' }).getByRole('listitem').first()
  await expect(card).toContainText('An author of a ruleset may not approve it: on')
  await expect(card).toContainText('Arne Author can confirm or decline it.')
  await expect(page.getByRole('button', { name: /^Confirm/ })).toHaveCount(0)
  await expectNoViolations(page, 'an own pending change')

  const other = await signedInPage(team.author)
  await other.goto('/settings/changes')
  const nav = other.getByRole('navigation', { name: 'Settings' })
  await expect(nav.getByRole('link', { name: /Pending changes/ })).toContainText('1 waiting for your answer')
  for (const width of [390, 1280]) {
    await other.setViewportSize({ width, height: 844 })
    await expectNoViolations(other, `a pending change at ${width}`)
  }
  await other.getByRole('button', { name: /^Confirm: / }).click()
  await expectNoViolations(other, 'confirming')
  await other.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(other.getByText('No pending changes')).toBeVisible()
  await page.goto('/settings/namespace')
  await expect(rule).not.toBeChecked()
})

test.describe('signed out', () => {
  // The counts of the header may be asked for while the page leaves.
  test.use({ allowedErrors: [/status of (400|401)/] })
  test('the own password is changed, a session is ended from the list, and every browser is signed out', async ({
    signedInPage,
  }) => {
    const { reviewer } = await makeTeam()
    const page = await signedInPage(reviewer)
    const elsewhere = await signedInPage(reviewer)
    await elsewhere.context().clearCookies()
    await callPage(elsewhere.context(), 'session.signIn', { email: reviewer.email, password: PASSWORD })
    await page.goto('/settings/account')
    const sessions = page.getByRole('region', { name: 'Sessions' })
    await expect(sessions.getByText('this browser')).toHaveCount(1)
    await sessions
      .getByRole('button', { name: /^End the session of / })
      .first()
      .click()
    await expect(sessions.getByRole('button', { name: /^End the session of / })).toHaveCount(0)
    await elsewhere.goto('/units')
    await expect(elsewhere).toHaveURL(/\/sign-in/)
    await expect(elsewhere.getByText('You ended it from another browser.')).toBeVisible()

    await page.getByLabel('Current password').fill(PASSWORD)
    await page.getByLabel('New password', { exact: true }).fill('Touchstone2026')
    await page.getByLabel('New password again').fill('Touchstone2026')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('or the name of this product', { exact: false })).toBeVisible()
    await page.getByLabel('Current password').fill('not the right one')
    await page.getByLabel('New password', { exact: true }).fill('the words of tomorrow')
    await page.getByLabel('New password again').fill('the words of tomorrow')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('The current password is wrong. Nothing was changed.', { exact: false })).toBeVisible()
    await page.getByLabel('Current password').fill(PASSWORD)
    await page.getByLabel('New password again').fill('something else')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('The two passwords are different.')).toBeVisible()
    await page.getByLabel('New password again').fill('the words of tomorrow')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Password changed.', { exact: false })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible()

    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect(page).toHaveURL(/\/sign-in/)
  })
})

test('an administrator renames a member, disables the account and sees the security events', { tag: NIGHTLY }, async ({
  signedInPage,
}) => {
  const { administrator, reviewer } = await makeTeam()
  const [page, theirs] = [await signedInPage(administrator), await signedInPage(reviewer)]
  await page.goto('/settings/members')
  await page.getByRole('button', { name: `Rename ${reviewer.name}` }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Rosa Luz')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('button', { name: 'Disable Rosa Luz' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByRole('row', { name: /Rosa Luz/ })).toContainText('disabled')
  await theirs.goto('/units')
  await expect(theirs.getByText('The account was disabled.')).toBeVisible()
  await page.goto('/settings/security')
  await expect(page.getByRole('row', { name: /Account disabled.*Rosa Luz/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /Signed in.*Rosa Luz/ }).first()).toBeVisible()
})

for (const { theme, width } of LOOKS)
  test(`axe finds nothing, ${theme} at ${width}, with and without dialogs`, { tag: NIGHTLY }, async ({
    administrator,
  }) => {
    await administrator.setViewportSize({ width, height: 844 })
    await administrator.emulateMedia({ colorScheme: theme })
    const look = async (where: string) => {
      await expect(administrator.getByText(/^Loading/)).toHaveCount(0)
      await expectNoViolations(administrator, where)
      const wide = await administrator.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(wide, where).toBeLessThanOrEqual(0)
    }
    await administrator.goto('/settings/account')
    await look('account')
    await administrator.getByRole('button', { name: 'Sign out everywhere' }).click()
    await look('signing out everywhere')
    await administrator.goto('/settings/members')
    await look('members')
    await administrator.getByRole('button', { name: 'Remove Arne Author' }).click()
    await look('removing a member')
    await administrator.keyboard.press('Escape')
    await administrator.getByRole('button', { name: 'Rename Arne Author' }).click()
    await look('renaming a member')
    await administrator.keyboard.press('Escape')
    await administrator.getByRole('button', { name: 'Disable Arne Author' }).click()
    await look('disabling an account')
    await administrator.keyboard.press('Escape')
    await administrator.getByRole('button', { name: 'Invite a person' }).click()
    await look('inviting')
    await administrator.getByRole('button', { name: 'Create invitation' }).click()
    await expect(administrator.getByRole('textbox', { name: 'Link' })).toBeVisible()
    await look('an invitation')
    await administrator.goto('/settings/security')
    await look('security events')
    await administrator.goto('/settings/credentials')
    await administrator.getByRole('button', { name: 'Issue a credential' }).click()
    await look('issuing')
    await administrator.getByLabel('Label').fill(`axe ${theme} ${width}`)
    await administrator.getByRole('button', { name: 'Issue', exact: true }).click()
    await expect(administrator.getByRole('textbox', { name: 'Token' })).toBeVisible()
    await look('a token')
    await administrator.getByRole('button', { name: 'I have copied it' }).click()
    await administrator.getByRole('button', { name: `Revoke axe ${theme} ${width}` }).click()
    await look('revoking')
    await administrator.goto('/settings/namespace')
    await look('namespace')
  })
