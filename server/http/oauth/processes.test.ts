/** Authorisations over two processes with one external database, and over a restart. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../database/embedded/embedded-postgres'
import { silentLog } from '../../database/testing/fresh-database'
import { type RunningServer, startServer } from '../../testing/running-server'
import { AgentClient, callOauth, type Tokens, tokensOf, untilForgotten } from './testing/agent-client'
import { ConsentBrowser } from './testing/consent-browser'

const PUBLIC_URL = 'https://rules.example.org'
const MOVED = 'https://moved.example.org/under/here'

let directory: string
let database: EmbeddedPostgres
let one: RunningServer
let other: RunningServer
const start = (environment: Readonly<Record<string, string>> = {}) =>
  startServer({ DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, PUBLIC_URL, ...environment })

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'touchstone-processes-'))
  database = await startEmbeddedPostgres({ dataDir: directory, log: silentLog })
  one = await start()
  other = await start()
})
afterAll(async () => {
  await Promise.all([one.stop(), other.stop()])
  await database.stop()
  rmSync(directory, { recursive: true, force: true })
})

const opens = async (server: RunningServer, token: string) => (await callOauth(server, token)).status

it('an authorisation begins in one process, continues in the other and ends in both', async () => {
  const credential = await one.issueCredential()
  const agent = await AgentClient.register(one)
  const there = agent.before(other)
  const question = await agent.ask()
  expect(question.page.text).toContain('Test agent')
  const answered = await there.authorize(credential)
  const first = await tokensOf(agent.exchange(answered))
  expect([await opens(one, first.access_token), await opens(other, first.access_token)]).toEqual([200, 200])
  const second = await tokensOf(there.refresh(first.refresh_token))
  expect(await opens(one, second.access_token)).toBe(200)
  expect((await agent.refresh(first.refresh_token)).status).toBe(400)
  await untilForgotten()
  for (const server of [one, other])
    for (const { access_token } of [first, second]) expect(await opens(server, access_token)).toBe(401)
})

it('gives at most one set of tokens when both processes receive a refresh token at once', async () => {
  const agent = await AgentClient.register(one)
  const there = agent.before(other)
  const { refresh_token } = await tokensOf(agent.exchange(await agent.authorize(await one.issueCredential())))
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, n) => (n % 2 === 0 ? agent : there).refresh(refresh_token)),
  )
  const won = answers.filter(({ status }) => status === 200)
  expect(won.length).toBeLessThanOrEqual(1)
  for (const answer of won) expect(await opens(other, ((await answer.json()) as Tokens).access_token)).toBe(401)
})

it('shows in one process the question that the other began', async () => {
  const agent = await AgentClient.register(one)
  const question = await agent.ask()
  const elsewhere = new ConsentBrowser(PUBLIC_URL, other.url, question.browser)
  const decision = await elsewhere.submit(question.page, {
    answer: 'use_credential',
    credential: await other.issueCredential(),
  })
  expect(decision.text).toContain('With your credential')
})

it('both processes publish one key', async () => {
  const keys = await Promise.all([one, other].map(async ({ url }) => (await fetch(`${url}/oauth/jwks`)).json()))
  expect(keys[0]).toEqual(keys[1])
})

it('sends its cookies only over https if the public address is https', async () => {
  const agent = await AgentClient.register(one)
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: agent.clientId,
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
  })
  const { headers } = await fetch(`${one.url}/oauth/authorize?${query}`, { redirect: 'manual' })
  const cookies = headers.getSetCookie()
  expect(cookies.length).toBeGreaterThanOrEqual(4)
  for (const cookie of cookies) expect(cookie.toLowerCase()).toMatch(/; secure(;|$)/)
  for (const cookie of cookies) expect(cookie.toLowerCase()).toContain('; samesite=lax')
  expect(headers.get('location')).toMatch(new RegExp(`^${PUBLIC_URL}/authorize/`))
})

it('continues after a restart, but refuses old tokens under another public address', {
  tags: ['nightly'],
}, async () => {
  const agent = await AgentClient.register(one)
  const tokens = await tokensOf(agent.exchange(await agent.authorize(await one.issueCredential())))
  await one.stop()
  one = await start()
  expect(await opens(one, tokens.access_token)).toBe(200)
  const next = await tokensOf(agent.before(one).refresh(tokens.refresh_token))
  await one.stop()
  one = await start({ PUBLIC_URL: MOVED })
  expect(await opens(one, next.access_token)).toBe(401)
  expect(await opens(other, next.access_token)).toBe(200)
})

it('works under a public address with a path', { tags: ['nightly'] }, async () => {
  const metadata = await fetch(`${one.url}/.well-known/oauth-authorization-server/under/here`)
  expect(await metadata.json()).toMatchObject({
    issuer: MOVED,
    authorization_endpoint: `${MOVED}/oauth/authorize`,
    token_endpoint: `${MOVED}/oauth/token`,
  })
  const resource = await fetch(`${one.url}/.well-known/oauth-protected-resource/under/here/mcp`)
  expect(await resource.json()).toMatchObject({ resource: `${MOVED}/mcp`, authorization_servers: [MOVED] })
  const registered = await fetch(`${one.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: ['https://agent.example/back'] }),
  })
  const { client_id } = (await registered.json()) as { client_id: string }
  const challenge = { code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' }
  const query = new URLSearchParams({ client_id, response_type: 'code', ...challenge })
  const { headers } = await fetch(`${one.url}/oauth/authorize?${query}`, { redirect: 'manual' })
  expect(headers.get('location')).toMatch(/^https:\/\/moved\.example\.org\/under\/here\/authorize\//)
  const paths = headers.getSetCookie().map((cookie) => /path=([^;]+)/.exec(cookie)?.[1])
  expect(paths.length).toBeGreaterThanOrEqual(4)
  for (const cookiePath of paths) expect(cookiePath).toMatch(/^\/under\/here\/(oauth\/)?authorize\//)
})

it('reports to a program that the database is unavailable, and that it may try again', {
  tags: ['nightly'],
}, async () => {
  const agent = await AgentClient.register(other)
  const answered = await agent.authorize(await other.issueCredential())
  const { refresh_token } = await tokensOf(agent.exchange(answered))
  await database.stop()
  const answer = await agent.refresh(refresh_token)
  expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([503, 'temporarily_unavailable'])
})
