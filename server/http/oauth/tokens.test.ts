/** Stolen, replayed, expired, misdirected and revoked codes and tokens, on a real server. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStoreForCommand } from '../../database/open-store-for-command'
import { silentLog } from '../../database/testing/fresh-database'
import { type RunningServer, startPublicServer } from '../../testing/running-server'
import { AgentClient, callOauth, type Tokens, tokensOf, untilForgotten } from './testing/agent-client'
import { StoredRecords } from './testing/stored-records'

const HOUR = 3_600
const DAY = 86_400

let server: RunningServer
let records: StoredRecords
let credential: string
let agent: AgentClient
beforeAll(async () => {
  server = await startPublicServer({ LOG_LEVEL: 'trace' })
  credential = await server.issueCredential()
  agent = await AgentClient.register(server)
  records = await StoredRecords.open(server)
})
afterAll(async () => {
  await records.close()
  await server.stop()
})

const authorized = async (with_ = credential): Promise<Tokens> => tokensOf(agent.exchange(await agent.authorize(with_)))

async function expectOpen(token: string): Promise<void> {
  const answer = await callOauth(server, token)
  expect(answer.status, await answer.text()).toBe(200)
}

/** Expects the MCP endpoint's 401 with the reason and the address for a token. */
async function expectRefused(
  token: string,
  message: RegExp = /unknown here, expired, revoked or meant/,
): Promise<void> {
  const answer = await callOauth(server, token)
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toContain(
    `resource_metadata="${server.url}/.well-known/oauth-protected-resource/mcp"`,
  )
  const body = (await answer.json()) as { error: { code: string; message: string } }
  expect(body.error.code).toBe('CREDENTIAL_INVALID')
  expect(body.error.message).toMatch(message)
}

async function expectError(answer: Promise<Response>, error: string, status = 400): Promise<void> {
  const response = await answer
  expect(await response.json()).toMatchObject({ error })
  expect(response.status).toBe(status)
}

describe('codes', () => {
  it('need the verifier, the address and the client of the authorisation request', async () => {
    const answered = await agent.authorize(credential)
    const stranger = await AgentClient.register(server)
    await expectError(agent.exchange({ ...answered, verifier: 'v'.repeat(43) }), 'invalid_grant')
    await expectError(agent.exchange(answered, { redirect_uri: 'http://127.0.0.1:2/callback' }), 'invalid_grant')
    await expectError(stranger.exchange(answered), 'invalid_grant')
    await expectError(
      agent.token({
        grant_type: 'authorization_code',
        code: answered.code,
        redirect_uri: 'http://127.0.0.1:1/callback',
      }),
      'invalid_grant',
    )
    await expectError(agent.exchange(answered, { resource: 'https://elsewhere.example/mcp' }), 'invalid_target')
  })

  it('end every token of their grant when they come twice', async () => {
    const answered = await agent.authorize(credential)
    const tokens = await tokensOf(agent.exchange(answered))
    await expectOpen(tokens.access_token)
    await expectError(agent.exchange(answered), 'invalid_grant')
    await untilForgotten()
    await expectRefused(tokens.access_token)
    await expectError(agent.refresh(tokens.refresh_token), 'invalid_grant')
  })

  it('give at most one set of tokens, then revoked, if twenty requests use one at once', async () => {
    const answered = await agent.authorize(credential)
    const answers = await Promise.all(Array.from({ length: 20 }, () => agent.exchange(answered)))
    const won = answers.filter(({ status }) => status === 200)
    expect(won.length).toBeLessThanOrEqual(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(won.length === 1 ? [200, 400] : [400]))
    for (const answer of won) await expectRefused(((await answer.json()) as Tokens).access_token)
  })

  it('are late after a minute', async () => {
    const answered = await agent.authorize(credential)
    await records.age(answered.code, 120)
    await expectError(agent.exchange(answered), 'invalid_grant')
  })
})

describe('refresh tokens', () => {
  it('are used once, then replaced', async () => {
    const first = await authorized()
    const second = await tokensOf(agent.refresh(first.refresh_token))
    expect(second.refresh_token).not.toBe(first.refresh_token)
    await expectOpen(second.access_token)
    const third = await tokensOf(agent.refresh(second.refresh_token))
    await expectOpen(third.access_token)
  })

  it('end the whole family when one comes twice', async () => {
    const first = await authorized()
    const second = await tokensOf(agent.refresh(first.refresh_token))
    await expectOpen(second.access_token)
    await expectError(agent.refresh(first.refresh_token), 'invalid_grant')
    await untilForgotten()
    await expectRefused(first.access_token)
    await expectRefused(second.access_token)
    await expectError(agent.refresh(second.refresh_token), 'invalid_grant')
  })

  it('end the whole family too when one comes twenty times at once', async () => {
    const first = await authorized()
    const answers = await Promise.all(Array.from({ length: 20 }, () => agent.refresh(first.refresh_token)))
    const won = answers.filter(({ status }) => status === 200)
    expect(won.length).toBeLessThanOrEqual(1)
    for (const answer of won) {
      const tokens = (await answer.json()) as Tokens
      await expectRefused(tokens.access_token)
      await expectError(agent.refresh(tokens.refresh_token), 'invalid_grant')
    }
  })

  it('serve only their client, and last thirty days without use', async () => {
    const tokens = await authorized()
    await expectError((await AgentClient.register(server)).refresh(tokens.refresh_token), 'invalid_grant')
    await records.age(tokens.refresh_token, 29 * DAY)
    const next = await tokensOf(agent.refresh(tokens.refresh_token))
    await records.age(next.refresh_token, 31 * DAY)
    await expectError(agent.refresh(next.refresh_token), 'invalid_grant')
  })

  it('are not issued to a client that did not ask for them', async () => {
    const modest = await AgentClient.register(server, { grant_types: ['authorization_code'] })
    const granted = await modest.exchange(await modest.authorize(credential))
    expect(await granted.json()).not.toHaveProperty('refresh_token')
  })
})

describe('access tokens', () => {
  it('last an hour', async () => {
    const { access_token, expires_in } = await authorized()
    expect(expires_in).toBe(HOUR)
    await records.age(access_token, HOUR - 60)
    await expectOpen(access_token)
    await untilForgotten()
    await records.age(access_token, 120)
    await expectRefused(access_token)
  })

  it('are valid for this resource only', async () => {
    const { access_token } = await authorized()
    await records.readdress(access_token, 'https://elsewhere.example/mcp')
    await expectRefused(access_token)
  })

  it('are not credentials, and credentials are not access tokens', async () => {
    const { access_token, refresh_token } = await authorized()
    const answer = await fetch(`${server.url}/v1/account`, { headers: { 'x-service-credential': access_token } })
    expect(answer.status).toBe(401)
    for (const token of [access_token, refresh_token]) {
      const asCredential = await fetch(`${server.url}/mcp`, {
        method: 'POST',
        headers: { 'x-service-credential': token },
      })
      expect(asCredential.status).toBe(401)
    }
    await expectRefused(credential)
    await expectRefused(refresh_token)
    await expectRefused('x'.repeat(10_000))
  })

  it('end with the credential that consented', async () => {
    const { credential: evaluation, credential_id } = (await (
      await fetch(`${server.url}/v1/credentials/evaluation`, { method: 'POST' })
    ).json()) as { credential: string; credential_id: string }
    const tokens = await authorized(evaluation)
    await expectOpen(tokens.access_token)
    const store = await openStoreForCommand({ databaseUrl: null, dataDir: server.dataDir, log: silentLog })
    await store.revokeCredential({ id: credential_id, namespaceId: null, at: new Date(), actor: 'operator' })
    await store.close()
    await untilForgotten()
    await expectRefused(tokens.access_token, /revoked/)
    await expectError(agent.refresh(tokens.refresh_token), 'invalid_grant')
  })

  it('preserve the grade and the tier of the credential', async () => {
    const call = (name: string, args: object) =>
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })
    const source = 'version 1.3;\ndeclare a as boolean;\nassert holds { a };\n'
    const issued = await fetch(`${server.url}/v1/credentials/evaluation`, { method: 'POST' })
    const evaluation = await authorized(((await issued.json()) as { credential: string }).credential)
    const readOnly = await authorized(await server.issueCredential({ tier: 'read_only' }))
    const save = call('save_ruleset', { name: 'mine', source })
    expect(await (await callOauth(server, evaluation.access_token, save)).text()).toContain('CREDENTIAL_SCOPE')
    expect(await (await callOauth(server, readOnly.access_token, save)).text()).toContain('TIER_UNAVAILABLE')
    const compile = call('compile_ruleset', { source })
    expect(await (await callOauth(server, evaluation.access_token, compile)).text()).toContain('ruleset_hash')
  })
})

describe('revocation', () => {
  it('of either token ends both, and only for its own client', async () => {
    for (const which of ['access_token', 'refresh_token'] as const) {
      const tokens = await authorized()
      const stranger = await AgentClient.register(server)
      expect((await stranger.revoke(tokens[which])).status).toBe(200)
      await expectOpen(tokens.access_token)
      expect((await agent.revoke(tokens[which])).status).toBe(200)
      expect((await agent.revoke(tokens[which])).status).toBe(200)
      await untilForgotten()
      await expectRefused(tokens.access_token)
      await expectError(agent.refresh(tokens.refresh_token), 'invalid_grant')
    }
  })
})

describe('what is stored', () => {
  it('is neither a token nor a code nor a credential, in the database and in the log', async () => {
    const answered = await agent.authorize(credential)
    const first = await tokensOf(agent.exchange(answered))
    const second = await tokensOf(agent.refresh(first.refresh_token))
    const secrets = [credential, answered.code, answered.verifier, ...[first, second].flatMap(bearersOf)]
    const rows = await records.text()
    // Codes and tokens are stored under their hashes.
    expect(rows).toContain(createHash('sha256').update(second.access_token).digest('hex'))
    for (const secret of secrets) {
      expect(rows.includes(secret)).toBe(false)
      expect(server.log().includes(secret)).toBe(false)
    }
    expect(server.log()).toContain('a person answered for an agent')
    expect(await records.count('Session')).toBe(0)
    expect(await records.count('Interaction')).toBe(0)
  })
})

function bearersOf({ access_token, refresh_token }: Tokens): string[] {
  return [access_token, refresh_token]
}
