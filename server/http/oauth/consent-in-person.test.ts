import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD, type PeopleServer, sessionCookie, sharedPeopleServer } from '../../testing/people-server'
import {
  AgentClient,
  type Answered,
  callOauth,
  type Question,
  type Tokens,
  tokensOf,
  untilForgotten,
} from './testing/agent-client'
import type { Page } from './testing/consent-browser'

const SOURCE = 'version 1.3;\ndeclare a as boolean;\nassert holds { a };\n'

type MemberRow = { readonly personId: string; readonly email: string }

let server: PeopleServer
let agent: AgentClient
beforeAll(async () => {
  server = await sharedPeopleServer()
  agent = await AgentClient.register(server)
})
afterAll(() => server.stop())

let people = 0
/** Adds a member by invitation. */
async function member(...roles: string[]): Promise<{ cookie: string; email: string }> {
  const token = (await server.invite(roles)).split('/').pop()
  const email = `invited${people++}@example.org`
  const as = { kind: 'new', name: 'Arne', email, password: PASSWORD }
  const joined = await server.ask('', 'session.join', { token, as })
  const cookie = sessionCookie(joined)
  if (cookie === '') throw new Error(`not joined: ${joined.status} ${await joined.text()}`)
  return { cookie, email }
}

const questionTo = (cookie: string) => agent.ask({}, { cookie })
const shownAs = ({ text }: Page) => /name="as" value="([^"]+)"/.exec(text)?.[1] ?? ''

async function allow({ browser, page, verifier }: Question): Promise<Answered> {
  const { url: back } = await browser.submit(page, { answer: 'allow', as: shownAs(page) })
  return { back, code: back.searchParams.get('code') ?? '', verifier }
}

async function tokens(cookie: string): Promise<Tokens> {
  return tokensOf(agent.exchange(await allow(await questionTo(cookie))))
}

async function tool(token: string, name: string, args: object): Promise<string> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })
  return (await callOauth(server, token, body)).text()
}

describe('the question', () => {
  it('names the person and the namespace, and what the agent could do and never could', async () => {
    const { cookie, email } = await member('author')
    const { page } = await questionTo(cookie)
    const words = page.text.replace(/<!--.*?-->/g, '')
    expect(words).toContain('As Arne in “Of Ada” the agent could')
    expect(words).toContain(`You are signed in as ${email}.`)
    expect(words).toContain('save revisions of rulesets')
    expect(words).toContain('It could not sign or approve')
    expect((await questionTo((await member('reviewer')).cookie)).page.text).not.toContain('save revisions')
  })

  it('sends a signed-out person to sign in and back, or accepts a credential', async () => {
    const { page } = await agent.ask()
    const back = encodeURIComponent(page.url.pathname)
    expect(page.text).toContain(`href="/sign-in?next=${back}"`)
    expect(page.text).toContain('name="credential"')
  })

  it('lets a person switch between a credential and their account', async () => {
    const { browser, page } = await questionTo((await member('author')).cookie)
    const pasting = await browser.submit(page, { answer: 'other_credential' })
    expect(pasting.text).toContain('name="credential"')
    const wrong = await browser.submit(pasting, { answer: 'use_credential', credential: 'ts_live_unknown' })
    expect(wrong.text).toContain('unknown here')
    expect(wrong.text).toContain('name="credential"')
    expect(shownAs(await browser.submit(wrong, { answer: 'use_account' }))).not.toBe('')
  })
})

describe('the answer', () => {
  it('is valid only for the person shown on the page', async () => {
    const [first, second] = [await member('author'), await member('author')]
    const { page } = await questionTo(first.cookie)
    const other = await questionTo(second.cookie)
    const refused = await other.browser.submit(other.page, { answer: 'allow', as: shownAs(page) })
    expect(refused.url.pathname).toBe(other.page.url.pathname)
    expect(refused.text).toContain('signed in as another person')
    const anonymous = await agent.ask()
    const unsigned = await anonymous.browser.submit(anonymous.page, { answer: 'allow', as: shownAs(page) })
    expect(unsigned.text).toContain('You are not signed in')
    expect((await allow(await questionTo(second.cookie))).code).not.toBe('')
  })
})

describe('the agent', () => {
  it('may what the person’s roles allow, and neither signs nor approves', async () => {
    const author = await tokens((await member('author')).cookie)
    const saved = await tool(author.access_token, 'save_ruleset', { name: 'by-agent', source: SOURCE })
    expect(saved).toContain('ruleset_hash')
    const hash = /"ruleset_hash":"([0-9a-f]{64})"/.exec(saved.replaceAll('\\', ''))?.[1]
    const reviewer = await tokens((await member('reviewer')).cookie)
    expect(await tool(reviewer.access_token, 'save_ruleset', { name: 'x', source: SOURCE })).toContain(
      'CREDENTIAL_SCOPE',
    )
    const approval = { ruleset_hash: hash, approver: 'Arne' }
    for (const { access_token } of [author, reviewer])
      expect(await tool(access_token, 'record_approval', approval)).toContain('signed by that person')
  })

  it('loses a right with the role, and all rights with the membership', async () => {
    const { cookie, email } = await member('author')
    const { access_token, refresh_token } = await tokens(cookie)
    const members = (await server.call(server.administrator, 'members.list')) as MemberRow[]
    const { personId } = members.find((each) => each.email === email)!
    await server.call(server.administrator, 'members.changeRoles', { personId, roles: ['reviewer'] })
    expect(await tool(access_token, 'save_ruleset', { name: 'x', source: SOURCE })).toContain('CREDENTIAL_SCOPE')
    await server.call(server.administrator, 'members.remove', { personId })
    const refused = await callOauth(server, access_token)
    expect(refused.status).toBe(401)
    expect(await refused.text()).toContain('no longer a member of the namespace')
    expect((await agent.refresh(refresh_token)).status).toBe(400)
  })

  it('ends when the person ends all sessions, and may be allowed anew', async () => {
    const { cookie, email } = await member('author')
    const before = await tokens(cookie)
    expect((await callOauth(server, before.access_token)).status).toBe(200)
    await server.ask(cookie, 'account.signOutEverywhere', {})
    await untilForgotten()
    const refused = await callOauth(server, before.access_token)
    expect(await refused.text()).toContain('signed out everywhere since')
    const again = await server.ask('', 'session.signIn', { email, password: PASSWORD })
    expect((await callOauth(server, (await tokens(sessionCookie(again))).access_token)).status).toBe(200)
  })
})
