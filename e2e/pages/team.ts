/** Makes people as in a deployment: the first one with the operator's link, the others by invitation. */
import { randomUUID } from 'node:crypto'
import { type Browser, type BrowserContext, request } from '@playwright/test'
import { ORIGIN, takeSetupLink } from './operator-links'

export const PASSWORD = 'a few words that are hard to guess'

export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

export interface Member {
  readonly name: string
  readonly email: string
  /** Replaced by {@link contextOf}. */
  storageState: StorageState
}

export interface Team {
  readonly namespaceName: string
  readonly administrator: Member
  readonly author: Member
  readonly reviewer: Member
}

export async function makeTeam(): Promise<Team> {
  const namespaceName = `Team ${randomUUID().slice(0, 8)}`
  const administrator = await setUp(takeSetupLink(), 'Ada Administrator', namespaceName)
  const inviting = await request.newContext({ baseURL: ORIGIN, storageState: administrator.storageState })
  const invited = async (role: Role, name: string) =>
    acceptInvitation(await invitePerson({ request: inviting }, [role]), name)
  const [author, reviewer] = await Promise.all([invited('author', 'Arne Author'), invited('reviewer', 'Rosa Reviewer')])
  // The first one has every role.
  await setRoles({ request: inviting }, administrator.email, ['administrator'])
  await inviting.dispose()
  return { namespaceName, administrator, author, reviewer }
}

/** A browser context, or one that only sends requests. */
type Requesting = Pick<BrowserContext, 'request'>

export type Role = 'author' | 'reviewer' | 'administrator'

/** @param context an administrator is signed in */
export async function invitePerson(context: Requesting, roles: readonly Role[], email: string | null = null) {
  const { link } = (await callProcedure(context, 'members.invite', { roles, email })) as { readonly link: string }
  return link
}

export async function setRoles(context: Requesting, email: string, roles: readonly Role[]): Promise<void> {
  await callProcedure(context, 'members.changeRoles', { personId: await personIdOf(context, email), roles })
}

export async function personIdOf(context: Requesting, email: string): Promise<string> {
  const answer = await context.request.get('/api/trpc/members.list')
  const { result } = (await answer.json()) as { result: { data: { personId: string; email: string }[] } }
  const member = result.data.find((each) => each.email === email)
  if (member === undefined) throw new Error(`${email} is no member`)
  return member.personId
}

/** A signed-in context. Signs in again if the session was ended. */
export async function contextOf(browser: Browser, baseURL: string, member: Member): Promise<BrowserContext> {
  const context = await browser.newContext({ storageState: member.storageState, baseURL })
  if ((await context.request.get('/api/trpc/account.describe')).ok()) return context
  await context.clearCookies()
  await callProcedure(context, 'session.signIn', { email: member.email, password: PASSWORD })
  member.storageState = await context.storageState()
  return context
}

export async function callProcedure(context: Requesting, procedure: string, data: unknown): Promise<unknown> {
  const answer = await context.request.post(`/api/trpc/${procedure}`, { data })
  if (!answer.ok()) throw new Error(`${procedure}: ${await answer.text()}`)
  return ((await answer.json()) as { result: { data?: unknown } }).result.data
}

/** Acts like the page of the operator's link. */
export function setUp(link: string, name: string, namespaceName: string): Promise<Member> {
  return createAccount(link, name, 'session.setUp', (details) => ({ ...details, namespaceName, preset: 'standard' }))
}

/** Acts like the page of an invitation. */
export function acceptInvitation(link: string, name: string): Promise<Member> {
  return createAccount(link, name, 'session.join', (details) => ({ as: { kind: 'new', ...details } }))
}

/** The journeys of sign-in.spec.ts use the pages of these links; others only need the account. */
async function createAccount(
  link: string,
  name: string,
  procedure: string,
  input: (details: { readonly name: string; readonly email: string; readonly password: string }) => object,
): Promise<Member> {
  const email = `${name.split(' ')[0]}.${randomUUID()}@example.org`.toLowerCase()
  const { origin, pathname } = new URL(link)
  const entering = await request.newContext({ baseURL: origin })
  await callProcedure({ request: entering }, procedure, {
    token: pathname.split('/').pop(),
    ...input({ name, email, password: PASSWORD }),
  })
  const storageState = await entering.storageState()
  await entering.dispose()
  return { name, email, storageState }
}
