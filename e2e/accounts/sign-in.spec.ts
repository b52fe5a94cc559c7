import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectNoViolations, NIGHTLY } from '../pages/looks'
import { adminLink, passwordLink } from '../pages/operator-links'
import { expect, makeTeam, PASSWORD, test } from '../pages/people'
import { callProcedure, invitePerson, personIdOf, setUp } from '../pages/team'

// The browser logs refused calls.
test.use({ allowedErrors: [/status of (400|401|403|429)/] })

/** Attempts for one account before a wait. */
const FREE_TRIES = 5

const newEmail = () => `${randomUUID()}@example.org`

async function fillAccount(page: Page, account: { name: string; email: string; password: string }): Promise<void> {
  await page.getByLabel('Your name').fill(account.name)
  await page.getByLabel('E-mail address').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
}

const account = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name })

/** Examines the page for the screen reader, on a phone, and in both themes. */
async function look(page: Page, where: string): Promise<void> {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(wide, `${where} at 390`).toBeLessThanOrEqual(0)
  for (const theme of ['dark', 'light']) {
    await page.evaluate((each) => document.documentElement.setAttribute('data-theme', each), theme)
    await expectNoViolations(page, `${where}, ${theme}`)
  }
  if (size !== null) await page.setViewportSize(size)
}

test('the operator’s link makes an administrator by keyboard only, keeps typed text, and works once', async ({
  page,
  baseURL,
}) => {
  const link = adminLink(baseURL ?? '')
  await page.goto(link)
  await look(page, 'setup')
  await page.getByLabel('Your name').focus()
  const type = async (text: string) => {
    await page.keyboard.insertText(text)
    await page.keyboard.press('Tab')
  }
  await type('Kay Keyboard')
  await type(newEmail())
  await type('too short')
  await type('Of the keyboard')
  // The recommended rules are the first of the two.
  await page.keyboard.press('Space')
  await expect(page.getByLabel('Regulated')).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/Expected 12 to 200 characters/)
  await look(page, 'setup, refused')
  await expect(page.getByLabel('Your name')).toHaveValue('Kay Keyboard')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(account(page, 'Kay Keyboard')).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
  await look(page, 'setup, over')
})

test('the operator’s link sets a new password, even if another user is signed in, and ends all other sessions', async ({
  administrator: page,
  browser,
  baseURL: given,
  team,
}) => {
  const baseURL = given ?? ''
  const forgetful = await setUp(adminLink(baseURL), 'Fay Forgetful', 'Of the forgetful')
  const replaced = passwordLink(baseURL, forgetful.email)
  const link = passwordLink(baseURL, forgetful.email)
  await page.goto(replaced)
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
  await page.goto(link)
  await expect(page.getByText(`You are signed in as ${team.administrator.email}`)).toBeVisible()
  await expect(page.getByLabel('E-mail address')).toHaveValue(forgetful.email)
  await look(page, 'new password, another user signed in')
  const elsewhere = await browser.newContext({ storageState: forgetful.storageState, baseURL })
  const other = await elsewhere.newPage()
  await other.goto(link)
  await expect(other.getByText('You are signed in as')).toHaveCount(0)

  await page.getByLabel('Password').fill('too short')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/Expected 12 to 200 characters/)
  await look(page, 'new password, refused')
  const next = `${PASSWORD}, or others`
  await page.getByLabel('Password').fill(next)
  await page.keyboard.press('Enter')
  await expect(account(page, 'Fay Forgetful')).toBeVisible()

  await other.getByLabel('Password').fill(next)
  await other.getByRole('button', { name: 'Set password' }).click()
  await expect(other.getByRole('alert').filter({ hasText: 'This link is no longer valid' })).toBeVisible()
  await other.goto('/units')
  await expect(other).toHaveURL(/\/sign-in\?next=%2Funits$/)
  await signIn(other, forgetful.email, PASSWORD)
  await expect(other.getByRole('alert').filter({ hasText: 'the password is wrong' })).toBeVisible()
  await other.getByLabel('Password').fill(next)
  await other.keyboard.press('Enter')
  await expect(account(other, 'Fay Forgetful')).toBeVisible()
  await other.goto(link)
  await expect(other.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
  await look(other, 'new password, over')
  await elsewhere.close()

  await page.goto('/audit')
  const entry = page.getByRole('row').filter({ hasText: 'Password changed' })
  await expect(entry).toContainText(`Fay Forgetful <${forgetful.email}>, with a link from the operator`)
})

test('a user signs out, and in again where they wanted to go', async ({ team, administrator: page }) => {
  await page.goto('/')
  await account(page, team.administrator.name).click()
  await page.getByRole('link', { name: 'Sign out' }).click()
  const signOut = page.getByRole('button', { name: 'Sign out' })
  await expect(signOut).toBeVisible()
  await look(page, 'sign out')
  await signOut.click()
  await page.waitForURL('**/sign-in')
  await page.goto('/vocabulary?show=all')
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fvocabulary%3Fshow%3Dall$/)
  await look(page, 'sign in')
  await signIn(page, team.administrator.email.toUpperCase(), PASSWORD)
  await expect(page).toHaveURL(/\/vocabulary\?show=all$/)
  await expect(account(page, team.administrator.name)).toBeVisible()
})

test('text typed before the page’s scripts load is kept', { tag: NIGHTLY }, async ({ team, page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/_next/static/**/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/sign-in', { waitUntil: 'commit' })
  await page.getByLabel('E-mail address').fill(team.author.email)
  await page.getByLabel('Password').fill(PASSWORD.slice(0, -1))
  release()
  await page.waitForLoadState('networkidle')
  // The page has the next letter and everything before it.
  await page.getByLabel('Password').press('End')
  await page.getByLabel('Password').pressSequentially(PASSWORD.slice(-1))
  await expect(page.getByLabel('E-mail address')).toHaveValue(team.author.email)
  await page.keyboard.press('Enter')
  await expect(account(page, team.author.name)).toBeVisible()
})

test('a wrong password is reported next to the typed text, and repeated ones cause a wait', async ({ page }) => {
  const email = newEmail()
  await page.goto('/sign-in?next=https://elsewhere.example/')
  await signIn(page, email, 'a wrong password')
  const problem = page.getByRole('alert').filter({ hasText: /\w/ })
  await expect(problem).toHaveText('The e-mail address or the password is wrong.')
  await look(page, 'sign in, refused')
  await expect(page.getByLabel('E-mail address')).toHaveValue(email)
  const wrong = () =>
    callProcedure(page.context(), 'session.signIn', { email, password: 'a wrong password' }).catch(String)
  // Each round doubles the wait until it exceeds the delay of a busy machine.
  await expect(async () => {
    await Promise.all(Array.from({ length: FREE_TRIES + 1 }, wrong))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(problem).toHaveText(/Too many tries/, { timeout: 5_000 })
  }).toPass()
})

test('an invitation works once, with a new account, for the roles that it names', async ({
  page,
  team,
  administrator,
  browser,
}) => {
  const link = await invitePerson(administrator.context(), ['author', 'reviewer'])
  await page.goto(link)
  await expect(page.getByText(`${team.administrator.name} <${team.administrator.email}> invites you as`)).toBeVisible()
  await look(page, 'invitation')
  await page.getByRole('button', { name: 'I already have an account' }).click()
  await look(page, 'invitation, with an account')
  await page.getByRole('button', { name: 'I do not have an account' }).click()
  await fillAccount(page, { name: 'Nils New', email: team.author.email, password: PASSWORD })
  await page.getByRole('button', { name: 'Create account and join' }).click()
  await expect(page.getByLabel('E-mail address')).toHaveAccessibleDescription(/one that has an account/)
  await page.getByLabel('E-mail address').fill(newEmail())
  await page.getByRole('button', { name: 'Create account and join' }).click()
  await account(page, 'Nils New').click()
  await expect(page.getByText(`author, reviewer in ${team.namespaceName}`)).toBeVisible()
  const other = await (await browser.newContext()).newPage()
  await other.goto(link)
  await expect(other.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible()
  await look(other, 'invitation, over')
  await other.context().close()
})

test('an invitation for another address says who may take it', { tag: NIGHTLY }, async ({
  author: page,
  administrator,
  team,
}) => {
  await page.goto(await invitePerson(administrator.context(), ['reviewer'], 'another.person@example.org'))
  await expect(page.getByText(`you are signed in as ${team.author.email}`)).toBeVisible()
  await look(page, 'invitation for another person')
})

test('a member of two namespaces acts in one at a time', { tag: NIGHTLY }, async ({
  browser,
  baseURL,
  team,
  author: page,
}) => {
  const other = await makeTeam()
  const theirs = await browser.newContext({ storageState: other.administrator.storageState, baseURL: baseURL ?? '' })
  await page.goto(await invitePerson(theirs, ['reviewer']))
  await look(page, 'invitation, signed in')
  await page.getByRole('button', { name: 'Join' }).click()
  await account(page, team.author.name).click()
  await expect(page.getByText(`reviewer in ${other.namespaceName}`)).toBeVisible()
  await page.getByRole('button', { name: team.namespaceName }).click()
  await expect(page.getByText(`author in ${team.namespaceName}`)).toBeAttached()
  const personId = await personIdOf(theirs, team.author.email)
  await callProcedure(theirs, 'members.remove', { personId })
  await theirs.close()
})

test('a removed member loses access at once', async ({ browser, baseURL, page }) => {
  const { administrator, author } = await makeTeam()
  const theirs = await browser.newContext({ storageState: administrator.storageState, baseURL: baseURL ?? '' })
  await page.context().addCookies(author.storageState.cookies)
  await page.goto('/')
  await expect(account(page, author.name)).toBeVisible()
  await callProcedure(theirs, 'members.remove', { personId: await personIdOf(theirs, author.email) })
  await theirs.close()
  expect((await page.request.get('/api/trpc/revisions.list')).status()).toBe(401)
  await page.goto('/units')
  await expect(page).toHaveURL(/\/sign-in\?next=%2Funits$/)
  await signIn(page, author.email, PASSWORD)
  await expect(page.getByRole('alert').filter({ hasText: 'no longer a member of any namespace' })).toBeVisible()
})

test('a session that ends leaves the page and the typed text', { tag: NIGHTLY }, async ({ author: page, team }) => {
  await page.goto('/settings/account')
  const typed = page.getByLabel('New password', { exact: true })
  const change = page.getByRole('button', { name: 'Change password' })
  await page.getByLabel('Current password').fill('not the right one')
  await typed.fill('the words of tomorrow')
  await page.getByLabel('New password again').fill('the words of tomorrow')
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await change.click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(dialog).toBeVisible()
  await look(page, 'session over')
  const opened = page.waitForEvent('popup')
  await dialog.getByRole('link', { name: 'Sign in' }).click()
  const tab = await opened
  await signIn(tab, team.author.email, PASSWORD)
  await expect(tab.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
  await look(tab, 'signed in')
  await tab.close()
  await page.keyboard.press('Escape')
  await expect(typed).toHaveValue('the words of tomorrow')
  await change.click()
  await expect(page.getByText('The current password is wrong.', { exact: false })).toBeVisible()
  await expect(dialog).not.toBeVisible()
  await page.context().addCookies(cookies)
})
