/** The official client against a real server: discovery, registration, consent, tool calls, refresh and revocation. */
import { randomUUID } from 'node:crypto'
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { OPERATIONS, type Operation } from '../../api/operations'
import type { RunningServer } from '../../testing/running-server'
import { sharedServer } from '../../testing/shared-server'
import { OAuthClient } from './testing/oauth-client'

const RULESET = 'version 1.3;\ndeclare paid as boolean;\nassert is_paid { paid };\n'

let server: RunningServer
let credential: string
beforeAll(async () => {
  server = await sharedServer()
  credential = await server.issueCredential({ label: 'journey' })
})
afterAll(async () => {
  await server.stop()
  expect(server.log()).toBe('')
})

const endpoint = () => new URL(`${server.url}/mcp`)

/** The first try leads to the consent page, the second has the tokens. */
async function connect(provider: OAuthClient): Promise<{ client: Client; transport: StreamableHTTPClientTransport }> {
  const first = new StreamableHTTPClientTransport(endpoint(), { authProvider: provider })
  await expect(new Client({ name: 'journey', version: '1' }).connect(first)).rejects.toThrow(UnauthorizedError)
  await first.finishAuth(provider.journeys.at(-1)!.back.searchParams)
  return reconnect(provider)
}

async function reconnect(provider: OAuthClient) {
  const transport = new StreamableHTTPClientTransport(endpoint(), { authProvider: provider })
  const client = new Client({ name: 'journey', version: '1' })
  await client.connect(transport)
  return { client, transport }
}

it('gets access without a person and calls every tool', async () => {
  const provider = new OAuthClient(credential)
  const { client } = await connect(provider)
  const { to, back } = provider.journeys[0]!
  expect(to.searchParams.get('resource')).toBe(`${server.url}/mcp`)
  expect(to.searchParams.get('code_challenge_method')).toBe('S256')
  expect(back.searchParams.get('iss')).toBe(server.url)
  expect(provider.storedTokens).toMatchObject({ token_type: 'Bearer', scope: 'rulesets', expires_in: 3_600 })
  expect(provider.registered).not.toHaveProperty('client_secret')

  const saved = await fetch(`${server.url}/v1/documents`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-service-credential': credential },
    body: JSON.stringify({ label: 'TE-07', text: '1. Every invoice is paid.\n' }),
  })
  expect(saved.status).toBe(200)
  const calls: Readonly<Record<string, Record<string, unknown>>> = {
    compile_ruleset: { source: RULESET },
    check_claims: { source: RULESET, claims: { paid: true } },
    explain_answer: { source: RULESET, claims: { paid: false } },
    analyse_ruleset: { source: RULESET },
    compare_rulesets: { before: { source: RULESET }, after: { source: RULESET } },
    find_missing_cases: { source: RULESET, cases: [] },
    // This namespace keeps no decision log.
    get_check_receipt: { check_id: randomUUID() },
    get_prompt_pack: { source: RULESET },
    save_ruleset: { name: 'paid', source: RULESET },
    list_rulesets: {},
    load_ruleset: { name: 'paid' },
    // Replaced by the hash that compile returns.
    record_approval: { approver: 'A person' },
    open_review: { name: 'paid' },
    list_reviews: { name: 'paid' },
    comment_on_ruleset: { name: 'paid', text: 'Is a partial payment paid?', subject: { kind: 'claim', name: 'paid' } },
    get_policy_document: {},
    list_clauses: { label: 'TE-07' },
    report_fidelity: { document: 'TE-07', source: RULESET },
    decide_tool_call: { guard: 'refunds', arguments: {} },
    get_grammar: {},
    get_account_status: {},
    unit_library: {},
    add_unit_converter: { from_unit: 'USD', to_unit: 'EUR', factor: 0.9 },
    get_vocabulary: {},
  }
  const tools = Object.values<Operation>(OPERATIONS).flatMap(({ tool }) => tool?.name ?? [])
  expect(Object.keys(calls).sort()).toEqual([...new Set(tools)].sort())
  const answers: Record<string, unknown> = {}
  for (const [name, given] of Object.entries(calls)) {
    const compiled = answers.compile_ruleset as { ruleset_hash: string } | undefined
    const args = name === 'record_approval' ? { ...given, ruleset_hash: compiled!.ruleset_hash } : given
    const answer = await client.callTool({ name, arguments: args })
    // Only people and service accounts make guards, so this namespace has none.
    const isRefused = name === 'decide_tool_call' || name === 'get_check_receipt'
    expect(answer.isError === true, `${name}: ${JSON.stringify(answer.structuredContent)}`).toBe(isRefused)
    answers[name] = answer.structuredContent
  }
  expect(answers.get_account_status).toMatchObject({ ok: true, tier: 'standard', credential: { grade: 'full' } })
  expect(answers.list_rulesets).toMatchObject({ rulesets: [{ name: 'paid' }] })
  await client.close()
})

it('refreshes on its own when its access token is refused', async () => {
  const provider = new OAuthClient(credential)
  await (await connect(provider)).client.close()
  const before = provider.storedTokens!
  provider.storedTokens = { ...before, access_token: 'A-token-that-ended-long-ago-and-is-refused' }
  const { client } = await reconnect(provider)
  expect((await client.listTools()).tools.length).toBeGreaterThan(10)
  expect(provider.storedTokens!.access_token).not.toBe(before.access_token)
  expect(provider.storedTokens!.refresh_token).not.toBe(before.refresh_token)
  expect(provider.journeys).toHaveLength(1)
  await client.close()
})

it('is refused after its tokens are revoked, and asks a person again', async () => {
  const provider = new OAuthClient(credential)
  const { client } = await connect(provider)
  await client.listTools()
  const { client_id } = provider.registered!
  const revoked = await fetch(`${server.url}/oauth/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ client_id, token: provider.storedTokens!.refresh_token! }),
  })
  expect(revoked.status).toBe(200)
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  await expect(client.listTools()).rejects.toThrow(UnauthorizedError)
  expect(provider.journeys).toHaveLength(2)
  await client.close()
})
