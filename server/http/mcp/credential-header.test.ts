import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RPC_HEADERS, rpcAnswer, toolCall } from '../oauth/testing/agent-client'
import { ALLOWED_ORIGIN, type Issued, type McpUnderTest, startMcp } from './testing/mcp-under-test'

let mcp: McpUnderTest
let full: Issued

beforeAll(async () => {
  mcp = await startMcp()
  full = await mcp.issue()
})

afterAll(async () => {
  await mcp.stop()
  expect(mcp.bugs).toEqual([])
})

const HEADER = 'x-service-credential'
const SOURCE = JSON.stringify('declare in_header as boolean;\nassert holds { in_header };\n')
const COMPILE = toolCall('compile_ruleset', `{"source":${SOURCE}}`)

function send(headers: Readonly<Record<string, string>>, body = COMPILE, url = mcp.url): Promise<Response> {
  return fetch(`${url}/mcp`, { method: 'POST', headers: { ...RPC_HEADERS, ...headers }, body })
}

async function called(headers: Readonly<Record<string, string>>, body = COMPILE): Promise<Record<string, unknown>> {
  const { result } = (await rpcAnswer(await send(headers, body))) as { result: { structuredContent: object } }
  return result.structuredContent as Record<string, unknown>
}

async function expectRejected(response: Response): Promise<string> {
  expect(response.status).toBe(401)
  expect(response.headers.get('www-authenticate')).toBe(
    'Bearer resource_metadata="https://rules.example.org/.well-known/oauth-protected-resource/mcp"',
  )
  const { ok, error } = (await response.json()) as { ok: boolean; error: { code: string; message: string } }
  expect({ ok, code: error.code }).toEqual({ ok: false, code: 'CREDENTIAL_INVALID' })
  return error.message
}

describe('a client that sends a credential in the REST header', () => {
  it('gets the same answer as over REST', async () => {
    const { ruleset_hash } = await called({ [HEADER]: full.token })
    const loaded = await fetch(`${mcp.url}/v1/prompt-pack/${ruleset_hash}`, { headers: { [HEADER]: full.token } })
    expect(loaded.status).toBe(200)
  })

  it('is recorded as an agent, so that it cannot approve in a namespace that requires a person', async () => {
    const { ruleset_hash } = await called({ [HEADER]: full.token })
    const approve = toolCall('record_approval', `{"ruleset_hash":"${ruleset_hash}","approver":"Ada"}`)
    expect(await called({ [HEADER]: full.token }, approve)).toMatchObject({ approval: { recorded_by: 'agent' } })
    const strict = await mcp.issue()
    await mcp.demandPeople(strict.namespaceId)
    await called({ [HEADER]: strict.token })
    expect(await called({ [HEADER]: strict.token }, approve)).toMatchObject({
      error: { code: 'CREDENTIAL_SCOPE', message: expect.stringContaining('never by an agent') },
    })
  })

  it('is limited to its tier, grade and namespace', async () => {
    const save = toolCall('save_ruleset', `{"name":"a","source":${SOURCE}}`)
    const reader = await mcp.issue({ tier: 'read_only', namespaceId: full.namespaceId })
    expect(await called({ [HEADER]: reader.token }, save)).toMatchObject({ error: { code: 'TIER_UNAVAILABLE' } })
    const issued = await fetch(`${mcp.url}/v1/credentials/evaluation`, { method: 'POST' })
    const { credential } = (await issued.json()) as { credential: string }
    expect(await called({ [HEADER]: credential }, save)).toMatchObject({ error: { code: 'CREDENTIAL_SCOPE' } })
    const usage = toolCall('get_account_status', '{}')
    expect(await called({ [HEADER]: credential }, usage)).toMatchObject({ usage: { used: 0 } })
    await called({ [HEADER]: credential })
    expect(await called({ [HEADER]: credential }, usage)).toMatchObject({ usage: { used: 1 } })
    const other = await mcp.issue()
    const { ruleset_hash } = await called({ [HEADER]: full.token })
    const read = `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"touchstone://rulesets/${ruleset_hash}"}}`
    expect(await rpcAnswer(await send({ [HEADER]: other.token }, read))).toMatchObject({
      error: { data: { error: { code: 'RULESET_NOT_FOUND' } } },
    })
  })

  it('learns from a header that its credential is for evaluation', async () => {
    const issued = await fetch(`${mcp.url}/v1/credentials/evaluation`, { method: 'POST' })
    const { credential } = (await issued.json()) as { credential: string }
    for (const body of [COMPILE, 'no JSON'])
      expect((await send({ [HEADER]: credential }, body)).headers.get('x-service-credential-grade')).toBe('evaluation')
    expect((await send({ [HEADER]: full.token })).headers.get('x-service-credential-grade')).toBeNull()
  })

  it('may be a page of an allowed origin, as the preflight says; any other page is refused before the credential is read', async () => {
    const preflight = await fetch(`${mcp.url}/mcp`, { method: 'OPTIONS', headers: { origin: ALLOWED_ORIGIN } })
    expect(preflight.headers.get('access-control-allow-headers')).toContain('X-Service-Credential')
    expect((await send({ [HEADER]: full.token, origin: ALLOWED_ORIGIN })).status).toBe(200)
    for (const token of [full.token, 'tst_full_nothing'])
      expect((await send({ [HEADER]: token, origin: 'https://evil.example' })).status).toBe(403)
  })
})

describe('an invalid credential gets 401 and the address of the metadata', () => {
  for (const [what, token] of [
    ['unknown', 'tst_full_unknown'],
    ['with a scheme before it', 'Bearer tst_full_unknown'],
    ['very long', 'x'.repeat(8_000)],
    ['of characters beyond ASCII', 'tst_full_\u00e9'],
  ] as const)
    it(what, async () => {
      expect(await expectRejected(await send({ [HEADER]: token }))).toBe(
        'This credential is unknown here. Check that the whole token was sent.',
      )
    })

  it('if it was revoked', async () => {
    const { token, credentialId } = await mcp.issue()
    expect((await send({ [HEADER]: token })).status).toBe(200)
    await mcp.revoke(credentialId)
    await expect.poll(async () => (await send({ [HEADER]: token })).status, { timeout: 5_000, interval: 100 }).toBe(401)
    expect(await expectRejected(await send({ [HEADER]: token }))).toContain('was revoked on')
  })

  it('if it expired', async () => {
    const { token } = await mcp.issue({ expiresAt: new Date(Date.now() + 700) })
    await new Promise((resolve) => setTimeout(resolve, 800))
    expect(await expectRejected(await send({ [HEADER]: token }))).toContain('expired on')
  })

  it('if it is sent twice', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { ...RPC_HEADERS, [HEADER]: [full.token, full.token] }
      const request = httpRequest(`${mcp.url}/mcp`, { method: 'POST', headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      request.on('error', reject)
      request.end(COMPILE)
    })
    expect(status).toBe(401)
  })

  it('if it is empty, like an absent one', async () => {
    expect(await expectRejected(await send({ [HEADER]: '' }))).toContain('No access token was sent')
  })
})

describe('a credential and a bearer token together', () => {
  it.each([
    ['both good', () => ({ authorization: `Bearer ${full.token}`, [HEADER]: full.token })],
    ['both bad', () => ({ authorization: 'Basic YTpi', [HEADER]: 'nothing' })],
  ])('are 400: %s', async (_, headers) => {
    const response = await send(headers())
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: {
        code: -32600,
        message:
          'Both Authorization and x-service-credential were sent. Send one: an access token in the first, or a credential in the second.',
        data: { error: { code: 'BAD_REQUEST' } },
      },
    })
  })

  it('are allowed if one header is empty', async () => {
    expect((await send({ authorization: '', [HEADER]: full.token })).status).toBe(200)
    expect((await send({ authorization: `Bearer ${full.token}`, [HEADER]: '' })).status).toBe(200)
  })
})

it('a deployment without required credentials accepts a valid one and refuses an invalid one', async () => {
  const open = await startMcp({ open: true })
  const { token } = await open.issue()
  const save = toolCall('save_ruleset', `{"name":"mine","source":${SOURCE}}`)
  expect((await send({ [HEADER]: token }, save, open.url)).status).toBe(200)
  const named = async (headers: Readonly<Record<string, string>>) => {
    const answer = await rpcAnswer(await send(headers, toolCall('list_rulesets', '{}'), open.url))
    return (answer.result as { structuredContent: { rulesets: { name: string }[] } }).structuredContent.rulesets
  }
  expect(await named({ [HEADER]: token })).toMatchObject([{ name: 'mine' }])
  expect(await named({})).toEqual([])
  await expectRejected(await send({ [HEADER]: 'nothing' }, save, open.url))
  await open.stop()
})
