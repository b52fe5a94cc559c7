/** The guard between the official client and a server made with the official SDK. */
import { createServer, type Server as HttpServer, type IncomingMessage } from 'node:http'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, Server } from '@modelcontextprotocol/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LookupConnection } from '../../config/lookups'
import type { Caller } from '../../services/calls/caller'
import { GuardSteps } from '../../services/guardrails/guards/testing/guard-steps'
import { type ServicesUnderTest, startServices } from '../../services/testing/services-under-test'
import { guardFront, listen } from './testing/guard-front'

/** Calls that reached the server, with its headers. */
const reached: { readonly tool: string; readonly values: unknown }[] = []
const headers: IncomingMessage['headers'][] = []

const TOOLS = ['refund', 'lookup'].map((name) => ({ name, inputSchema: { type: 'object' as const } }))

function newServer(): Server {
  const server = new Server({ name: 'shop', version: '1' }, { capabilities: { tools: {}, resources: {} } })
  server.setRequestHandler('tools/list', async () => ({ tools: TOOLS }))
  server.setRequestHandler('resources/list', async () => ({ resources: [{ uri: 'shop://a', name: 'a' }] }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    reached.push({ tool: params.name, values: params.arguments })
    return { content: [{ type: 'text', text: 'done' }] }
  })
  return server
}

let under: ServicesUnderTest
let steps: GuardSteps
let program: Caller
let url: string
const servers: HttpServer[] = []

beforeAll(async () => {
  const handler = createMcpHandler(newServer)
  const handle = toNodeHandler(handler)
  const shop = createServer((request, response) => {
    headers.push(request.headers)
    void handle(request as NodeIncomingMessageLike, response)
  })
  servers.push(shop)
  const address = `${await listen(shop)}/mcp`
  const common = { url: address, headers: { authorization: 'Bearer of the operator' }, unguarded: 'pass' } as const
  const lookupConnections: LookupConnection[] = [
    { kind: 'mcp', name: 'shop', ...common, internal: true },
    { kind: 'mcp', name: 'strict', ...common, internal: true, unguarded: 'refuse' },
    { kind: 'mcp', name: 'bare', ...common, internal: true },
    { kind: 'mcp', name: 'private', ...common, internal: false },
    { kind: 'mcp', name: 'theirs', ...common, internal: true, namespaces: ['00000000-0000-4000-8000-00000000beef'] },
  ]
  under = await startServices(1, { platform: {}, lookupConnections })
  await under.workbenches[0]!.signing.publishedKeys()
  steps = await GuardSteps.open(under)
  program = await steps.program()
  const front = guardFront(steps, callerOf)
  servers.push(front)
  url = await listen(front)
}, 60_000)
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  await under.stop()
})

const extra = new Map<string, Caller>()
function callerOf(token: string | undefined): Caller {
  return extra.get(token ?? '') ?? program
}

const ERAS = [
  ['2025-11-25', 'legacy'],
  ['2026-07-28', 'auto'],
] as const

async function connect(server = 'shop', mode: 'legacy' | 'auto' = 'auto', query = ''): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const requestInit = { headers: { authorization: 'Bearer token' } }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/guard/${server}/mcp${query}`), { requestInit }),
  )
  return client
}

const textOf = (result: unknown) => (result as { content: { text: string }[] }).content.map(({ text }) => text)

describe.each(ERAS)('a guarded server, protocol %s', (version, mode) => {
  it('lists and reads as without a guard, and never sees the credential of the caller', async () => {
    const client = await connect('shop', mode)
    expect(client.getNegotiatedProtocolVersion()).toBe(version)
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['refund', 'lookup'])
    expect((await client.listResources()).resources).toMatchObject([{ uri: 'shop://a' }])
    expect(new Set(headers.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer of the operator']))
    await client.close()
  })

  it('makes only the calls that pass', async () => {
    const client = await connect('shop', mode)
    reached.length = 0
    const broken = await client.callTool({ name: 'refund', arguments: { amount: 51 } })
    expect(broken.isError).toBe(true)
    const [sentence, json] = textOf(broken)
    expect(sentence).toMatch(/^This call was refused and not made\. A refund is at most 50\./)
    expect(JSON.parse(json!)).toMatchObject({ code: 'RULE_BROKEN', nearest: { arguments: null } })
    expect(reached).toEqual([])
    expect(await client.callTool({ name: 'lookup', arguments: { any: 1 } })).toMatchObject({
      content: [{ text: 'done' }],
    })
    expect(reached).toEqual([{ tool: 'lookup', values: { any: 1 } }])
    await client.close()
  })

  it('waits for a person, and makes the call once', async () => {
    const client = await connect('shop', mode)
    reached.length = 0
    const amount = mode === 'auto' ? 7 : 8
    const call = { name: 'refund', arguments: { amount } }
    const waiting = await client.callTool(call)
    const [, id = ''] = /calls\/([0-9a-f-]{36})/.exec(textOf(waiting)[0]!) ?? []
    await steps.answer(steps.signing.reviewer, id)
    expect(await client.callTool(call)).toMatchObject({ content: [{ text: 'done' }] })
    expect(textOf(await client.callTool(call))[0]).toMatch(/^This call waits for a person/)
    expect(reached).toEqual([{ tool: 'refund', values: { amount } }])
    await client.close()
  })
})

describe('the guard', () => {
  const send = (body: string, server = 'shop', token = 'token') =>
    fetch(`${url}/guard/${server}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${token}`,
      },
      body,
    })
  const call = (params: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`

  it.each([
    ['a batch', `[${call('{"name":"refund","arguments":{"amount":51}}')}]`],
    ['a member twice', call('{"name":"lookup","name":"refund","arguments":{"amount":51}}')],
    ['a method twice', '{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/call","params":{"name":"refund"}}'],
    ['no id', '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"refund","arguments":{"amount":51}}}'],
    ['arguments that are a list', call('{"name":"refund","arguments":[51]}')],
    ['no JSON', 'tools/call'],
  ])('passes on nothing that a server could read otherwise: %s', async (_, body) => {
    reached.length = 0
    expect((await send(body)).status).toBe(400)
    expect(reached).toEqual([])
  })

  it('knows servers of the namespace only, and refuses roles that may not call', async () => {
    expect((await send('{}', 'theirs')).status).toBe(404)
    expect((await send('{}', 'nothing')).status).toBe(404)
    extra.set('administrator', steps.signing.administrator)
    expect((await send('{}', 'shop', 'administrator')).status).toBe(403)
    const origin = { headers: { origin: 'https://evil.example.org' } }
    expect((await fetch(`${url}/guard/shop/mcp`, origin)).status).toBe(403)
  })

  it('reaches private addresses only if the operator says so', async () => {
    expect((await send('{"jsonrpc":"2.0","id":1,"method":"ping"}', 'private')).status).toBe(503)
  })

  it('refuses tools without a guard if the connection says so', async () => {
    const client = await connect('strict')
    reached.length = 0
    const refused = await client.callTool({ name: 'lookup', arguments: {} })
    expect([refused.isError, textOf(refused)[0], reached]).toEqual([
      true,
      'The tool “lookup” has no guard, and this server refuses calls of such tools.',
      [],
    ])
    await client.close()
  })

  it('calls and reads nothing for a namespace that guards none of the server, unless the connection names it', async () => {
    const client = await connect('bare')
    reached.length = 0
    const refused = await client.callTool({ name: 'refund', arguments: { amount: 51 } })
    expect([refused.isError, reached]).toEqual([true, []])
    expect(textOf(refused)[0]).toMatch(
      /^This namespace has no tool guard for the server “bare”, .* An author can guard .* "namespaces" of the connection\.$/,
    )
    expect((await client.listTools()).tools).toHaveLength(2)
    for (const read of [client.listResources(), client.readResource({ uri: 'shop://a' })])
      await expect(read).rejects.toThrow(/no tool guard for the server “bare”, so “\w+\/\w+” was not passed on/)
    const bare = under.platforms[0]!.shared.guards.connections.find(({ name }) => name === 'bare')!
    Object.assign(bare, { namespaces: [steps.signing.namespaceId] })
    expect(await client.callTool({ name: 'refund', arguments: { amount: 51 } })).toMatchObject({
      content: [{ text: 'done' }],
    })
    expect((await client.listResources()).resources).toHaveLength(1)
    await client.close()
  })

  it('records the calls that the ruleset decided', async () => {
    const { settings, decisionLog } = under.workbenches[0]!
    const { administrator } = steps.signing
    const kept = { enabled: true, retentionDays: 30, redaction: 'keep', exceptions: {}, beforeAnswer: true } as const
    await settings.change(administrator, { decisionLog: kept })
    // A server reads the credential again; here the account is replaced.
    const account = (await under.store.findAccount(steps.signing.namespaceId))!
    extra.set('recorded', { ...program, account })
    const recorded = await send(call('{"name":"refund","arguments":{"amount":51}}'), 'shop', 'recorded')
    const id = recorded.headers.get('x-service-check-id')
    const { result } = (await recorded.json()) as { result: { _meta: object } }
    expect(result._meta).toEqual({ 'touchstone/check-id': id })
    const unguarded = await send(call('{"name":"lookup","arguments":{}}'), 'shop', 'recorded')
    expect(unguarded.headers.get('x-service-check-id')).toBeNull()
    const query = { rulesetHash: steps.hash, from: null, to: null, claim: null, after: null, limit: 10 }
    expect((await decisionLog.list(administrator, query)).rows).toMatchObject([{ checkId: id }])
  })

  it('gives a person two thirds of the limit of the caller', async () => {
    const client = await connect('shop', 'auto', '?limit=3')
    const began = performance.now()
    const waiting = await client.callTool({ name: 'refund', arguments: { amount: 9 } })
    expect(textOf(waiting)[0]).toMatch(/^This call waits for a person/)
    const took = performance.now() - began
    expect([took >= 1_990, took < 3_000]).toEqual([true, true])
    await client.close()
  })
})
