import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectNoViolations, LOOKS, NIGHTLY } from '../pages/looks'
import { expect, makeTeam, test } from '../pages/people'

/** The browser reports the status of a refusal. */
test.use({ allowedErrors: [/status of (400|404|409)/] })

const newName = () => `run-${randomUUID().slice(0, 8)}`

async function addAccount(page: Page, username: string) {
  await page.getByRole('button', { name: 'Add an account' }).click()
  await page.getByLabel('Username', { exact: true }).fill(username)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** @returns the secret, which is shown only once */
async function issue(page: Page, username: string, kind: 'Service token' | 'API key', label: string): Promise<string> {
  await page.getByRole('button', { name: `Issue a secret for ${username}` }).click()
  await page.getByRole('radio', { name: kind }).check()
  await page.getByLabel('Label').fill(label)
  await page.getByRole('button', { name: 'Issue', exact: true }).click()
  const secret = await page.getByRole('textbox', { name: kind }).inputValue()
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)
  return secret
}

const exchange = (page: Page, username: string, secret: string) =>
  page.request.post('/client-api/auth/token', { form: { username, service_token: secret } })

const grant = (page: Page, username: string, secret: string, clientId: string) =>
  page.request.post('/application/o/token/', {
    form: {
      grant_type: 'client_credentials',
      client_id: clientId,
      username,
      password: secret,
      scope: 'openid profile email',
    },
  })

test('an account is added, and its secrets give access and are revoked', async ({ signedInPage }) => {
  const page = await signedInPage((await makeTeam()).administrator)
  await page.goto('/settings/service-accounts')
  await expect(page.getByText('No service accounts yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add an account' }).click()
  await page.getByLabel('Username', { exact: true }).fill('No Good')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Expected 3 to 64 of the characters', { exact: false })).toBeVisible()
  await page.keyboard.press('Escape')
  const username = newName()
  await addAccount(page, username)
  await expect(page.getByText('No secrets yet.', { exact: false })).toBeVisible()

  const token = await issue(page, username, 'Service token', 'nightly')
  const exchanged = await exchange(page, username, token)
  expect(exchanged.status()).toBe(200)
  expect(await exchanged.json()).toMatchObject({ token: expect.any(String), expires_in: 3600 })

  const group = `Group ${randomUUID().slice(0, 8)}`
  await page.getByLabel('Name of the group').fill('  ')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByText('Expected 1 to 64 letters', { exact: false })).toBeVisible()
  await page.getByLabel('Name of the group').fill(group)
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('button', { name: 'Rename' })).toBeDisabled()

  const key = await issue(page, username, 'API key', 'manager')
  const clientId = await page.getByText('client_id').locator('xpath=following-sibling::code').innerText()
  const granted = await grant(page, username, key, clientId)
  expect(granted.status()).toBe(200)
  const { access_token } = await granted.json()
  const projectsOf = (name: string) =>
    page.request.get('/api/v1/projects', {
      headers: { authorization: `Bearer ${access_token}`, 'x-service-active-group': name },
    })
  expect((await projectsOf(group)).status()).toBe(200)
  expect((await projectsOf('another')).status()).toBe(403)

  await page.getByRole('button', { name: 'Revoke nightly' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByRole('row', { name: /nightly/ })).toContainText('revoked')
  expect((await exchange(page, username, token)).status()).toBe(401)

  await page.getByRole('button', { name: `Disable ${username}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(page.getByText('Disabled', { exact: true })).toBeVisible()
  expect((await grant(page, username, key, clientId)).status()).not.toBe(200)
  await page.getByRole('button', { name: `Enable ${username}` }).click()
  await expect(page.getByText('Disabled', { exact: true })).toHaveCount(0)
  expect((await grant(page, username, key, clientId)).status()).toBe(200)
  await page.goto('/audit')
  await expect(page.getByRole('cell', { name: 'Service secret revoked' }).first()).toBeVisible()
})

test('an account of another namespace joins the group and leaves it', { tag: NIGHTLY }, async ({ signedInPage }) => {
  const home = await signedInPage((await makeTeam()).administrator)
  const guest = await signedInPage((await makeTeam()).administrator)
  const username = newName()
  await home.goto('/settings/service-accounts')
  await addAccount(home, username)
  await guest.goto('/settings/service-accounts')
  await guest.getByLabel('Username of an account in another namespace').fill('none-of-this-name')
  await guest.getByRole('button', { name: 'Request' }).click()
  await expect(guest.getByText('If the account exists', { exact: false })).toBeVisible()
  const requests = guest.getByRole('list', { name: 'Requests of this namespace' })
  await expect(requests).toContainText('none-of-this-name')
  await guest.getByLabel('Username of an account in another namespace').fill(username)
  await guest.getByRole('button', { name: 'Request' }).click()
  await expect(requests.getByText(username)).toBeVisible()
  await expect(requests.getByText('waiting', { exact: true })).toHaveCount(2)
  await home.reload()
  await expect(home.getByText(`${username} for`, { exact: false })).toBeVisible()
  await expectNoViolations(home, 'requests of other namespaces')
  await home.getByRole('button', { name: new RegExp(`^Confirm ${username} for`) }).click()
  await expect(home.getByRole('list', { name: 'Requests from other namespaces' })).toHaveCount(0)
  await guest.reload()
  await expect(requests.getByText('confirmed', { exact: true })).toHaveCount(1)
  const members = guest.getByRole('list', { name: 'Members from other namespaces' })
  await expect(members).toContainText(username)
  await expect(guest.getByRole('button', { name: `Issue a secret for ${username}` })).toHaveCount(0)
  await guest.getByRole('button', { name: `Remove… ${username}` }).click()
  await guest.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(members).toHaveCount(0)
})

for (const role of ['author', 'reviewer'] as const)
  test(`the ${role} sees that the page is not for them`, async ({ author, reviewer }) => {
    const page = { author, reviewer }[role]
    await page.goto('/settings/service-accounts')
    await expect(page.getByText('Your role does not give access to this page')).toBeVisible()
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
    const username = newName()
    await administrator.goto('/settings/service-accounts')
    await administrator.getByRole('button', { name: 'Add an account' }).click()
    await look('adding')
    await administrator.getByLabel('Username', { exact: true }).fill(username)
    await administrator.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(administrator.getByRole('dialog')).toHaveCount(0)
    await administrator.getByRole('button', { name: `Issue a secret for ${username}` }).click()
    await look('issuing')
    await administrator.getByRole('radio', { name: 'API key' }).check()
    await administrator.getByLabel('Label').fill('axe')
    await administrator.getByRole('button', { name: 'Issue', exact: true }).click()
    await expect(administrator.getByRole('textbox', { name: 'API key' })).toBeVisible()
    await look('a secret')
    await administrator.getByRole('button', { name: 'I have copied it' }).click()
    await look('accounts')
    await administrator.getByRole('button', { name: `Disable ${username}` }).click()
    await look('disabling')
  })
