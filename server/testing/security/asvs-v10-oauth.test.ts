import { readFileSync } from 'node:fs'
import path from 'node:path'
import { OAuth2Server } from 'oauth2-mock-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AgentClient, tokensOf } from '../../http/oauth/testing/agent-client'
import { StoredRecords } from '../../http/oauth/testing/stored-records'
import { ROOT } from './product-files'
import { answerOf, call, deployment, get, newAddress } from './testing/deployment'
import { comeBack, type ProviderJourney } from './testing/provider-journey'

const DAY = 86_400
const provider = new OAuth2Server()
let link: string
let agent: AgentClient

async function metadata(): Promise<Record<string, string[]>> {
  return (await (await get('/.well-known/oauth-authorization-server')).json()) as Record<string, string[]>
}

/** Returns the redirect of an invalid authorisation request. */
async function authorizeLocation(parameters: Readonly<Record<string, string>>): Promise<string> {
  const query = new URLSearchParams({
    client_id: agent.clientId,
    redirect_uri: 'http://127.0.0.1:1/callback',
    ...parameters,
  })
  const answer = await get(`/oauth/authorize?${query}`, newAddress())
  return answer.headers.get('location') ?? ''
}

/** Returns the path of a new invitation. */
async function invitation(): Promise<string> {
  const invited = await call(deployment.administrator.cookie, 'members.invite', { roles: ['author'], email: null })
  return new URL(((await answerOf(invited)) as { link: string }).link).pathname
}

describe('ASVS 5.0 V10 OAuth and OpenID Connect', () => {
  beforeAll(async () => {
    await provider.issuer.keys.generate('RS256')
    await provider.start(deployment.providerPort, '127.0.0.1')
    provider.issuer.url = `http://127.0.0.1:${deployment.providerPort}`
    link = await invitation()
    agent = await AgentClient.register({ url: deployment.listensAt })
  })
  afterAll(() => provider.stop())

  it('10.1.1 no token of a provider reaches the browser or the database', async () => {
    const { session, cookies } = await comeBack(provider, link, { sub: 'tessa' })
    expect(session).not.toBeNull()
    // A provider's token has three Base64url parts that begin with a JSON object.
    expect(cookies.filter((value) => /^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+$/.test(value))).toEqual([])
    const schema = readFileSync(path.join(ROOT, 'prisma/schema.prisma'), 'utf8')
    expect(/model PersonIdentity \{[\s\S]*?\n\}/.exec(schema)?.[0]).not.toMatch(/token/i)
  })

  it('10.4.4 neither passwords of people nor implicit grants get a token', async () => {
    const { grant_types_supported = [] } = await metadata()
    expect(grant_types_supported).not.toEqual(expect.arrayContaining(['implicit']))
    expect(grant_types_supported).not.toEqual(expect.arrayContaining(['password']))
    const { email, password } = deployment.author
    const answer = await fetch(`${deployment.listensAt}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'password', client_id: agent.clientId, username: email, password }),
    })
    expect(answer.status).toBe(400)
    expect(await answer.text()).not.toContain('access_token')
  })

  it('10.4.6 a code is given only for a challenge by S256', async () => {
    expect((await metadata()).code_challenge_methods_supported).toEqual(['S256'])
    const challenge = 'x'.repeat(43)
    expect(await authorizeLocation({ response_type: 'code' })).toContain('error=invalid_request')
    expect(await authorizeLocation({ response_type: 'code', code_challenge: challenge })).toContain(
      'error=invalid_request',
    )
    expect(
      await authorizeLocation({ response_type: 'code', code_challenge: challenge, code_challenge_method: 'plain' }),
    ).toContain('error=invalid_request')
    expect(
      await authorizeLocation({ response_type: 'code', code_challenge: challenge, code_challenge_method: 'S256' }),
    ).toContain('/authorize/')
  })

  it('10.4.8 refresh tokens end 180 days after the consent, however often they are used', async () => {
    const stored = await StoredRecords.open(deployment)
    try {
      const first = await tokensOf(agent.exchange(await agent.authorize(deployment.credential)))
      const second = await tokensOf(agent.refresh(first.refresh_token))
      await stored.ageGrants(179 * DAY)
      const third = await tokensOf(agent.refresh(second.refresh_token))
      await stored.ageGrants(2 * DAY)
      const refused = await agent.refresh(third.refresh_token)
      expect(refused.status).toBe(400)
      expect(await refused.json()).toMatchObject({ error: 'invalid_grant' })
    } finally {
      await stored.close()
    }
  })

  it('10.5.1 an identity token with another nonce begins no session', async () => {
    const { session, location } = await comeBack(provider, link, {
      sub: 'nona',
      claims: { nonce: 'of another sign-in' },
    })
    expect([session, location]).toEqual([null, expect.stringContaining('/api/auth/error')])
  })

  it('10.5.3 metadata that names another issuer begins no session', async () => {
    const own = provider.issuer.url
    provider.issuer.url = `http://localhost:${deployment.providerPort}`
    try {
      await expect(comeBack(provider, link, { sub: 'mia' })).rejects.toThrow(/provider cannot be reached/)
    } finally {
      provider.issuer.url = own
    }
  })

  it('10.5.4 an identity token for another client begins no session', async () => {
    for (const aud of ['another client', ['another', 'third']]) {
      const { session, location } = await comeBack(provider, link, { sub: 'aud', claims: { aud } })
      expect([session, location]).toEqual([null, expect.stringContaining('/api/auth/error')])
    }
  })

  it('10.6.1 an authorisation response contains only a code', async () => {
    expect((await metadata()).response_types_supported).toEqual(['code'])
    const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' }
    for (const response_type of ['token', 'id_token', 'code id_token', 'code token', 'id_token token', 'none'])
      expect(await authorizeLocation({ response_type, ...challenge }), response_type).toMatch(
        /unsupported_response_type|problem/,
      )
  })

  it('6.8.2 an identity token without a signature, or with another key’s, begins no session', async () => {
    const journeys: readonly [string, ProviderJourney][] = [
      ['none', { unsigned: true }],
      ['another key', { otherKey: true }],
    ]
    for (const [what, journey] of journeys) {
      const { session, location } = await comeBack(provider, link, { ...journey, sub: `forged-${what}` })
      expect(session, what).toBeNull()
      expect(location, what).toMatch(/\/api\/auth\/error|problem=/)
    }
    expect((await comeBack(provider, await invitation(), { sub: 'genuine' })).session).not.toBeNull()
  })
})
