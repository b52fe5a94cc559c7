import { request as httpRequest } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATIONS, type Operation } from '../../api/operations'
import { RPC_HEADERS, rpcAnswer, toolCall } from '../oauth/testing/agent-client'
import { ALLOWED_ORIGIN, type Issued, type McpUnderTest, startMcp } from './testing/mcp-under-test'

let mcp: McpUnderTest
let full: Issued
const CHALLENGE = 'Bearer resource_metadata="https://rules.example.org/.well-known/oauth-protected-resource/mcp"'

beforeAll(async () => {
  mcp = await startMcp()
  full = await mcp.issue()
})

afterAll(async () => {
  await mcp.stop()
  expect(mcp.bugs).toEqual([])
})

interface Sent {
  readonly method?: string
  readonly token?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

function send({ method = 'POST', token = full.token, headers = {}, body }: Sent): Promise<Response> {
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` }
  return fetch(`${mcp.url}/mcp`, {
    method,
    headers: { ...RPC_HEADERS, ...authorization, ...headers },
    ...(body !== undefined && { body }),
  })
}

interface ToolResult {
  readonly content: readonly { readonly type: string; readonly text: string }[]
  readonly structuredContent: unknown
  readonly isError: boolean
}

async function call(name: string, argumentsText: string, token = full.token): Promise<ToolResult> {
  const response = await send({ token, body: toolCall(name, argumentsText) })
  const answer = await rpcAnswer(response)
  expect(answer, JSON.stringify(answer)).toHaveProperty('result')
  return answer.result as ToolResult
}

async function rest(path: string, body: string | null, token = full.token): Promise<string> {
  const response = await fetch(mcp.url + path, {
    method: body === null ? 'GET' : 'POST',
    headers: { 'x-service-credential': token, ...(body !== null && { 'content-type': 'application/json' }) },
    ...(body !== null && { body }),
  })
  return response.text()
}

const SOURCE = JSON.stringify('declare x as numeric;\nassert tenth { x == 0.1 };\nassert below { x < 1 };\n')

describe('a tool returns the bytes of REST', () => {
  const long = JSON.stringify(`${'// a long comment\n'.repeat(2_000)}declare x as numeric;\nassert a { x > 1 };\n`)
  for (const [what, name, path, body] of [
    ['digits beyond doubles', 'check_claims', '/v1/check', `{"source":${SOURCE},"claims":{"x":0.1000000000000000055}}`],
    ['numbers beyond doubles', 'check_claims', '/v1/check', `{"source":${SOURCE},"claims":{"x":1e400}}`],
    ['a number that doubles call zero', 'check_claims', '/v1/check', `{"source":${SOURCE},"claims":{"x":1e-400}}`],
    ['a key that stands twice', 'check_claims', '/v1/check', `{"source":${SOURCE},\n"claims":{"x":1,"x":2}}`],
    ['a lone surrogate', 'check_claims', '/v1/check', `{"source":"\\ud800","claims":{}}`],
    ['hostile nesting', 'check_claims', '/v1/check', `{"claims":${'['.repeat(70)}${']'.repeat(70)}}`],
    ['an unknown argument', 'check_claims', '/v1/check', `{"source":${SOURCE},"claims":{},"verdict":true}`],
    ['a wrong type', 'compile_ruleset', '/v1/compile', '{"source":5}'],
    ['arguments that are no object', 'compile_ruleset', '/v1/compile', '[]'],
    ['rejected claims', 'check_claims', '/v1/check', `{"source":${SOURCE},"claims":{"x":"perhaps"}}`],
    ['a source that does not compile', 'compile_ruleset', '/v1/compile', '{"source":"declare"}'],
    ['a ruleset', 'compile_ruleset', '/v1/compile', `{"source":${SOURCE}}`],
    [
      'a name that is a prototype',
      'compile_ruleset',
      '/v1/compile',
      '{"source":"declare __proto__ as boolean;\\nassert a { __proto__ };\\n"}',
    ],
    ['prompts', 'get_prompt_pack', '/v1/prompt-pack', `{"source":${SOURCE}}`],
    ['a large request, read in a worker', 'check_claims', '/v1/check', `{"source":${long},"claims":{"x":1e400}}`],
    ['a large request that is refused', 'check_claims', '/v1/check', `{"source":${long},"claims":{"x":1,"x":2}}`],
    ['an operation without a body', 'get_account_status', '/v1/account', null],
  ] as const)
    it(what, async () => {
      const expected = await rest(path, body)
      const result = await call(name, body ?? '{}')
      expect(result.content).toEqual([{ type: 'text', text: expected }])
      expect(result.structuredContent).toEqual(JSON.parse(expected))
      expect(result.isError).toBe(!(JSON.parse(expected) as { ok: boolean }).ok)
    })

  it('reports a missing scope or tier in the result, like any refusal', async () => {
    const issued = JSON.parse(await rest('/v1/credentials/evaluation', 'null')) as { credential: string }
    const save = `{"name":"a","source":${SOURCE}}`
    const scope = await call('save_ruleset', save, issued.credential)
    expect(scope.structuredContent).toMatchObject({ ok: false, error: { code: 'CREDENTIAL_SCOPE' } })
    expect(scope.content[0]!.text).toBe(await rest('/v1/rulesets', save, issued.credential))
    const reader = await mcp.issue({ tier: 'read_only', namespaceId: full.namespaceId })
    const tier = await call('compile_ruleset', `{"source":${SOURCE}}`, reader.token)
    expect(tier).toMatchObject({ isError: true, structuredContent: { error: { code: 'TIER_UNAVAILABLE' } } })
  })
})

describe('the link to the signing page', () => {
  const source = 'declare linked as boolean;\nassert holds { linked };\n'
  const body = JSON.stringify({ source })

  it('is the same over REST and MCP for compile and load, even from the cache', async () => {
    const compiled = await rest('/v1/compile', body)
    const { ruleset_hash, approve_url } = JSON.parse(compiled) as Record<string, string>
    expect(approve_url).toBe(`https://rules.example.org/approve/${ruleset_hash}`)
    expect((await call('compile_ruleset', body)).content[0]!.text).toBe(compiled)
    await rest('/v1/rulesets', JSON.stringify({ name: 'linked', source }))
    const loaded = await rest('/v1/rulesets/linked', null)
    expect(JSON.parse(loaded)).toMatchObject({ approve_url })
    expect((await call('load_ruleset', '{"name":"linked"}')).content[0]!.text).toBe(loaded)
  })

  it('is null in the playground, which stores nothing, and without a configured address', {
    tags: ['nightly'],
  }, async () => {
    const played = await mcp.service.playgroundCompile('192.0.2.9', source)
    expect(JSON.parse(played.body)).toMatchObject({ ok: true, approve_url: null })
    const unaddressed = await startMcp({ addressKnown: false })
    const { token } = await unaddressed.issue()
    const response = await fetch(`${unaddressed.url}/v1/compile`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-credential': token, host: 'evil.example' },
      body,
    })
    expect(await response.json()).toMatchObject({ ok: true, approve_url: null })
    await unaddressed.stop()
  })
})

describe('claims in a string that is too large for the event loop', () => {
  const comment = '// a long comment\n'.repeat(2_000)
  const source = `${comment}declare x as numeric;\nassert far { x > 1 };\n`
  const text = (claims: unknown) => JSON.stringify({ source, claims })

  it('are read exactly in a worker', async () => {
    const plain = `{"source":${JSON.stringify(source)},"claims":{"x":1.0000000000000000001}}`
    const result = await call('check_claims', text('{"x":1.0000000000000000001}'))
    expect(result.content[0]!.text).toBe(await rest('/v1/check', plain))
    expect(result.isError).toBe(false)
  })

  it('are refused with the position in the string', async () => {
    expect(await call('check_claims', text('{"x":1,\n"x":2}'))).toMatchObject({
      structuredContent: { error: { code: 'BAD_REQUEST', message: expect.stringContaining('line 2, column 1 of') } },
    })
    expect(await call('check_claims', text(5))).toMatchObject({
      structuredContent: { error: { failures: [{ field: 'claims' }] } },
    })
  })
})

describe('tools/list', () => {
  it('lists the tools of the operations table, with self-contained schemas', async () => {
    const { result } = await rpcAnswer(await send({ body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' }))
    const { tools } = result as {
      tools: { name: string; description: string; inputSchema: object; outputSchema: object }[]
    }
    const named = Object.values<Operation>(OPERATIONS).flatMap(({ tool }) => (tool === null ? [] : [tool.name]))
    expect(tools.map(({ name }) => name)).toEqual([...new Set(named)])
    expect(JSON.stringify(tools)).not.toContain('$ref')
    for (const { inputSchema, outputSchema, description } of tools) {
      expect(description).toMatch(/ Use it /)
      expect(description).toMatch(/ Do not use it /)
      expect(description.length).toBeLessThan(700)
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(outputSchema).toMatchObject({ type: 'object', anyOf: expect.any(Array) })
    }
    expect(tools.find(({ name }) => name === 'unit_library')!.inputSchema).toEqual({
      type: 'object',
      properties: { from_unit: expect.any(Object), to_unit: expect.any(Object) },
      additionalProperties: false,
    })
  })
})

describe('an unknown caller', () => {
  it('gets 401 with the address of the metadata and CREDENTIAL_INVALID, whatever the method', async () => {
    for (const method of ['POST', 'GET', 'DELETE']) {
      const response = await send({ method, token: null })
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toBe(CHALLENGE)
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      expect(await response.json()).toMatchObject({
        ok: false,
        error: { code: 'CREDENTIAL_INVALID' },
        versions: { wire_version: '1' },
      })
    }
  })

  for (const authorization of ['Bearer nonsense', 'Bearer', 'Basic YTpi', 'Bearer a b', 'Bearer "quoted"'])
    it(`gets a challenge that reports an invalid token: ${authorization}`, async () => {
      const response = await send({ token: null, headers: { authorization } })
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toMatch(
        /^Bearer error="invalid_token", error_description="[^"]+", resource_metadata="https:\/\/rules\.example\.org\//,
      )
      expect(await response.json()).toMatchObject({ error: { code: 'CREDENTIAL_INVALID' } })
    })
})

describe('a page of another origin', () => {
  const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
  for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example', 'http://rules.example.org'])
    it(`is refused before anything is read: ${origin}`, async () => {
      const response = await send({ headers: { origin }, body: list })
      expect(response.status).toBe(403)
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
      expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { data: { ok: false } } })
      expect((await send({ method: 'OPTIONS', token: null, headers: { origin } })).status).toBe(403)
    })

  for (const origin of [
    'https://rules.example.org',
    ALLOWED_ORIGIN,
    'http://localhost:6274',
    'http://127.0.0.1:8080',
    'http://[::1]:9',
  ])
    it(`is answered if it is allowed: ${origin}`, async () => {
      const response = await send({ headers: { origin }, body: list })
      expect(response.status).toBe(200)
      expect(response.headers.get('access-control-allow-origin')).toBe(origin)
      expect(response.headers.get('vary')).toContain('Origin')
      const preflight = await send({ method: 'OPTIONS', token: null, headers: { origin } })
      expect(preflight.status).toBe(204)
      expect(preflight.headers.get('access-control-allow-headers')).toMatch(/Authorization.*Mcp-Protocol-Version/)
      const unknown = await send({ token: null, headers: { origin } })
      expect(unknown.status).toBe(401)
      expect(unknown.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
    })
})

describe('invalid requests', () => {
  for (const method of ['GET', 'DELETE', 'PUT', 'PATCH'])
    it(`get 405 for ${method}`, async () => {
      const response = await send({ method })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('POST, OPTIONS')
      expect(await response.json()).toMatchObject({ error: { code: -32600, data: { error: { code: 'BAD_REQUEST' } } } })
    })

  it('get 415 for another content type', async () => {
    const response = await send({ headers: { 'content-type': 'text/plain' }, body: '{}' })
    expect(response.status).toBe(415)
    expect(await response.json()).toMatchObject({ error: { code: -32600 } })
  })

  it('get 415 for a compressed body, over REST too, with a message that says so', async () => {
    const body = gzipSync(SOURCE)
    const headers = {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      'x-service-credential': full.token,
    }
    for (const path of ['/mcp', '/v1/compile']) {
      const accept = RPC_HEADERS.accept
      const response = await fetch(mcp.url + path, { method: 'POST', headers: { ...headers, accept }, body })
      expect([path, response.status, response.headers.get('accept-encoding')]).toEqual([path, 415, 'identity'])
      expect(await response.text()).toContain('A compressed body is not read here.')
    }
  })

  it('get 406 if the client cannot read the answer', async () => {
    const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
    for (const accept of ['text/html', 'application/json', 'text/*, application/xml']) {
      const response = await send({ headers: { accept }, body })
      expect([accept, response.status]).toEqual([accept, 406])
      expect(await response.json()).toMatchObject({
        error: { code: -32600, data: { error: { code: 'BAD_REQUEST', message: expect.stringContaining('Accept') } } },
      })
    }
  })

  it.each(['*/*', 'text/html, */*;q=0.8', 'Application/*, text/*', 'TEXT/EVENT-STREAM;q=1,application/json', ''])(
    'a client that accepts the type of the answer gets it: Accept: %s',
    async (accept) => {
      const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
      expect((await send({ headers: { accept }, body })).status).toBe(200)
    },
  )

  it.each(['a b', '[', 'user@host', 'a:99999999'])('an invalid Host changes nothing: %s', async (host) => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { ...RPC_HEADERS, authorization: `Bearer ${full.token}`, host }
      const request = httpRequest(`${mcp.url}/mcp`, { method: 'POST', headers, agent: false }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      request.on('error', reject)
      request.end('{"jsonrpc":"2.0","id":1,"method":"ping"}')
    })
    expect(status).toBe(200)
  })

  it('get 400 for invalid JSON and invalid JSON-RPC', async () => {
    for (const [body, code] of [
      ['{"jsonrpc"', -32700],
      ['{"jsonrpc":"2.0"}', -32600],
    ] as const) {
      const response = await send({ body })
      expect(response.status).toBe(400)
      const answer = await response.json()
      expect(answer).toMatchObject({
        jsonrpc: '2.0',
        id: null,
        error: { code, data: { error: { code: 'BAD_REQUEST' } } },
      })
      expect(JSON.stringify(answer)).not.toMatch(/\bat .*\.(ts|mjs|js):/)
    }
  })

  it('get 400 for an unknown protocol version', async () => {
    const headers = { 'mcp-protocol-version': '1999-01-01' }
    expect((await send({ headers, body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' })).status).toBe(400)
  })

  it('get 413 beyond the budget, with or without a stated length, and the next request succeeds', async () => {
    const body = toolCall('compile_ruleset', JSON.stringify({ source: ' '.repeat(300_000) }))
    const announced = await send({ body })
    expect(announced.status).toBe(413)
    expect(await announced.json()).toMatchObject({
      error: {
        data: { error: { code: 'BUDGET_EXCEEDED', budget: 'body_bytes', limit: 300_000, actual: body.length } },
      },
    })
    const { status, text } = await streamed(body)
    expect(status).toBe(413)
    expect(JSON.parse(text)).toMatchObject({ error: { data: { error: { budget: 'body_bytes' } } } })
    expect((await call('get_account_status', '{}')).isError).toBe(false)
  })

  it('get an error with the request id for an unknown method, tool, resource or parameter', async () => {
    for (const [method, params, code] of [
      ['no/such', {}, -32601],
      ['tools/call', { name: 'no_such', arguments: {} }, -32602],
      ['tools/call', { arguments: {} }, -32602],
      ['resources/read', {}, -32602],
      ['resources/read', { uri: 'file:///etc/passwd' }, -32602],
      ['resources/read', { uri: `touchstone://rulesets/${'0'.repeat(64)}` }, -32602],
      ['resources/read', { uri: 'touchstone://rulesets/../x' }, -32602],
      ['prompts/get', { name: 'no_such', arguments: { policy_text: 'x' } }, -32602],
      ['prompts/get', { name: 'author_ruleset' }, -32602],
      ['initialize', {}, -32602],
    ] as const) {
      const response = await send({ body: JSON.stringify({ jsonrpc: '2.0', id: 'an id', method, params }) })
      const answer = await rpcAnswer(response)
      expect(answer, `${method} ${JSON.stringify(params)}`).toMatchObject({
        jsonrpc: '2.0',
        id: 'an id',
        error: { code },
      })
      expect(JSON.stringify(answer)).not.toMatch(/\bat .*\.(ts|mjs|js):/)
      expect(JSON.stringify(answer)).not.toMatch(/Invalid|"code\\":|\\n/)
    }
  })
})

describe('messages', () => {
  it('notifications and responses are accepted without an answer', async () => {
    for (const body of [
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      '{"jsonrpc":"2.0","method":"notifications/no_such","params":{"x":1}}',
      '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"compile_ruleset","arguments":{"source":""}}}',
      '{"jsonrpc":"2.0","id":1,"result":{}}',
    ]) {
      const response = await send({ body })
      expect(response.status, body).toBe(202)
      expect(await response.text()).toBe('')
    }
  })

  it('every message of a batch is answered under its id', async () => {
    const body = `[${toolCall('get_account_status', '{}', 1)},{"jsonrpc":"2.0","id":2,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/initialized"},${toolCall('unit_library', '{"x":1}', 3)}]`
    const text = await (await send({ body })).text()
    const answers = text
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => JSON.parse(line.slice(6)) as { id: number; result: { isError?: boolean } })
    expect(answers.map(({ id }) => id).sort()).toEqual([1, 2, 3])
    expect(answers.find(({ id }) => id === 1)!.result.isError).toBe(false)
    expect(answers.find(({ id }) => id === 3)!.result.isError).toBe(true)
  })
})

/** Sends a body in pieces, without its length, on a new connection. */
function streamed(body: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      `${mcp.url}/mcp`,
      { method: 'POST', headers: { ...RPC_HEADERS, authorization: `Bearer ${full.token}` } },
      (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        response.on('end', () => resolve({ status: response.statusCode!, text }))
      },
    )
    request.on('error', reject)
    for (let at = 0; at < body.length; at += 50_000) request.write(body.slice(at, at + 50_000))
    request.end()
  })
}
