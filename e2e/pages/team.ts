/** Makes people as a deployment gets them: the first by the operator's link, the others by invitation. */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { watchPage } from './watched-test'

export const PASSWORD = 'a few words that are hard to guess'

export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

export interface Member {
  readonly name: string
  readonly email: string
  /** Of a session in force, as {@link contextOf} left it. */
  storageState: StorageState
}

export interface Team {
  readonly namespaceName: string
  readonly administrator: Member
  readonly author: Member
  readonly reviewer: Member
}

/** For an administrator. */
export function adminLink(origin: string, namespace?: string): string {
  return operatorLink(origin, namespace === undefined ? [] : ['--namespace', namespace])
}

/** For a person who forgot a password. */
export function passwordLink(origin: string, email: string): string {
  return operatorLink(origin, ['--person', email])
}

/** The operator's command, beside the running server. */
function operatorLink(origin: string, args: readonly string[]): string {
  const env = { ...process.env, PUBLIC_URL: origin, DATA_DIR: process.env.E2E_DATA_DIR ?? '.data/e2e' }
  return execFileSync(process.execPath, ['.build/server/admin-link.js', ...args], { env })
    .toString()
    .trim()
}

/** An administrator of the link, and two whom the administrator invited. */
export async function makeTeam(browser: Browser, origin: string): Promise<Team> {
  const namespaceName = `Team ${randomUUID().slice(0, 8)}`
  const administrator = await enter(browser, adminLink(origin), 'Ada Administrator', async (page) => {
    await page.getByLabel('Name of the namespace').fill(namespaceName)
    await page.getByLabel('Standard').check()
    await page.getByRole('button', { name: 'Make the account' }).click()
  })
  const inviting = await browser.newContext({ storageState: administrator.storageState, baseURL: origin })
  const invited = async (role: Role, name: string) =>
    enter(browser, await invite(inviting, [role]), name, (page) =>
      page.getByRole('button', { name: 'Make the account and join' }).click(),
    )
  const author = await invited('author', 'Arne Author')
  const reviewer = await invited('reviewer', 'Rosa Reviewer')
  // The first one has every role; here one role each.
  await setRoles(inviting, administrator.email, ['administrator'])
  await inviting.close()
  return { namespaceName, administrator, author, reviewer }
}

export type Role = 'author' | 'reviewer' | 'administrator'

/** @returns the link of an invitation by the administrator who is signed in in `context` */
export async function invite(context: BrowserContext, roles: readonly Role[], email: string | null = null) {
  const { link } = (await call(context, 'members.invite', { roles, email })) as { readonly link: string }
  return link
}

/** Sets the roles of a member; an administrator is signed in in `context`. */
export async function setRoles(context: BrowserContext, email: string, roles: readonly Role[]): Promise<void> {
  await call(context, 'members.changeRoles', { personId: await personIdOf(context, email), roles })
}

export async function personIdOf(context: BrowserContext, email: string): Promise<string> {
  const answer = await context.request.get('/api/trpc/members.list')
  const { result } = (await answer.json()) as { result: { data: { personId: string; email: string }[] } }
  const member = result.data.find((each) => each.email === email)
  if (member === undefined) throw new Error(`${email} is no member`)
  return member.personId
}

/** A context of a member who is signed in; who signed out since, which ends the session at the server, signs in anew. */
export async function contextOf(browser: Browser, baseURL: string, member: Member): Promise<BrowserContext> {
  const context = await browser.newContext({ storageState: member.storageState, baseURL })
  if ((await context.request.get('/api/trpc/account.describe')).ok()) return context
  await context.clearCookies()
  await call(context, 'session.signIn', { email: member.email, password: PASSWORD })
  member.storageState = await context.storageState()
  return context
}

/** A change that a page of this context would ask for. */
export async function call(context: BrowserContext, procedure: string, data: unknown): Promise<unknown> {
  const answer = await context.request.post(`/api/trpc/${procedure}`, { data })
  if (!answer.ok()) throw new Error(`${procedure}: ${await answer.text()}`)
  return ((await answer.json()) as { result: { data?: unknown } }).result.data
}

/** Opens a link, says who one is, and does what `end` does to be let in. */
export async function enter(
  browser: Browser,
  link: string,
  name: string,
  end: (page: Page) => Promise<void>,
): Promise<Member> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const complaints = await watchPage(page, { baseURL: new URL(link).origin, allowedErrors: [] })
  const email = `${name.split(' ')[0]}.${randomUUID()}@example.org`.toLowerCase()
  await page.goto(link)
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await end(page)
  await page.getByRole('banner').getByRole('button', { name }).waitFor()
  const storageState = await context.storageState()
  await context.close()
  expect(complaints).toEqual([])
  return { name, email, storageState }
}
