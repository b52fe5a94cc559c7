/** Tests what clients without knowledge of this product expect of HTTP. */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type McpUnderTest, startMcp } from '../mcp/testing/mcp-under-test'

const SOURCE = 'declare paid as boolean;\nassert is_paid { paid };\n'
const OPENAPI_WIRE_BYTES = 60_000

let tested: McpUnderTest
let token: string
beforeAll(async () => {
  tested = await startMcp()
  token = (await tested.issue()).token
})
afterAll(() => tested.stop())

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

/** Sends exactly these headers and does not decompress. */
function ask(path: string, headers: Readonly<Record<string, string>> = {}, body?: string): Promise<Answer> {
  const { hostname, port } = new URL(tested.url)
  const method = body === undefined ? 'GET' : 'POST'
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, path, method, headers: { ...type, ...headers } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const withCredential = () => ({ 'x-service-credential': token })
const jsonOf = ({ bytes }: Answer) => JSON.parse(bytes.toString()) as Record<string, unknown>

describe('compression and tags', () => {
  const PATHS = ['/openapi.json', '/v1/units', '/v1/vocabulary', '/v1/grammar']

  it.each(PATHS)('%s has the same bytes in every encoding, each with its own tag', async (path) => {
    const plain = await ask(path, withCredential())
    const brotli = await ask(path, { ...withCredential(), 'accept-encoding': 'gzip, deflate, br' })
    const gzipped = await ask(path, { ...withCredential(), 'accept-encoding': 'gzip' })
    expect([brotli.headers['content-encoding'], gzipped.headers['content-encoding']]).toEqual(['br', 'gzip'])
    expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true)
    expect(gunzipSync(gzipped.bytes).equals(plain.bytes)).toBe(true)
    expect(new Set([plain, brotli, gzipped].map(({ headers }) => headers.etag)).size).toBe(3)
    for (const { headers } of [plain, brotli, gzipped]) expect(headers.vary).toMatch(/accept-encoding/i)
  })

  it('/openapi.json is below 60 kB on the wire', async () => {
    for (const encoding of ['br', 'gzip']) {
      const { bytes } = await ask('/openapi.json', { 'accept-encoding': encoding })
      expect(bytes.length, encoding).toBeLessThan(OPENAPI_WIRE_BYTES)
    }
  })

  it.each(PATHS)('%s answers 304 without a body to a client that has it', async (path) => {
    const first = await ask(path, { ...withCredential(), 'accept-encoding': 'br' })
    for (const ifNoneMatch of [first.headers.etag!, `"other", W/${first.headers.etag}`, '*']) {
      const again = await ask(path, { ...withCredential(), 'if-none-match': ifNoneMatch })
      expect([again.status, again.bytes.length, again.headers['content-length']]).toEqual([304, 0, undefined])
      expect(again.headers.etag).toBeDefined()
    }
    expect((await ask(path, { ...withCredential(), 'if-none-match': '"other"' })).status).toBe(200)
  })

  it('the list of rulesets has a new tag after a save', async () => {
    const { etag } = (await ask('/v1/rulesets', withCredential())).headers
    const known = { ...withCredential(), 'if-none-match': etag! }
    expect((await ask('/v1/rulesets', known)).status).toBe(304)
    await ask('/v1/rulesets', withCredential(), JSON.stringify({ name: 'tagged', source: SOURCE }))
    expect((await ask('/v1/rulesets', known)).status).toBe(200)
  })

  it('the tag of a prompt pack depends on the hashes of its inputs', async () => {
    const compiled = jsonOf(await ask('/v1/compile', withCredential(), JSON.stringify({ source: SOURCE })))
    const path = `/v1/prompt-pack/${compiled.ruleset_hash}`
    const { etag } = (await ask(path, withCredential())).headers
    expect(etag).toMatch(new RegExp(`^"${compiled.ruleset_hash}\\.built-in\\.`))
    expect((await ask(path, { ...withCredential(), 'if-none-match': etag! })).status).toBe(304)
  })

  it('small answers, refusals and status answers are not compressed', async () => {
    const accepting = { ...withCredential(), 'accept-encoding': 'br' }
    for (const path of ['/v1/flags', '/v1/nothing', '/health', '/ready'])
      expect((await ask(path, accepting)).headers['content-encoding'], path).toBeUndefined()
    for (const path of ['/v1/nothing', '/health']) expect((await ask(path, accepting)).headers.etag).toBeUndefined()
  })

  it.each(['identity', 'br;q=0, gzip;q=0', 'zstd', ''])('"%s" gets the plain bytes', async (encodings) => {
    expect((await ask('/v1/grammar', { 'accept-encoding': encodings })).headers['content-encoding']).toBeUndefined()
  })
})

describe('the id of a request', () => {
  it.each(['/openapi.json', '/v1/units', '/v1/nothing', '/health', '/mcp', '/client-api/x', '/api/v1/x', '/page'])(
    '%s keeps a usable one and makes one otherwise',
    async (path) => {
      expect((await ask(path, { 'x-request-id': 'order-7:retry/1' })).headers['x-request-id']).toBe('order-7:retry/1')
      for (const unusable of ['', 'a b', 'a"b', 'x'.repeat(129), '{"a":1}'])
        expect((await ask(path, { 'x-request-id': unusable })).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    },
  )
})

describe('credentials', () => {
  it('are also accepted as a bearer token', async () => {
    expect((await ask('/v1/flags', { authorization: `Bearer ${token}` })).status).toBe(200)
    const saved = JSON.stringify({ name: 'by bearer', source: SOURCE })
    expect((await ask('/v1/rulesets', { authorization: `bearer ${token}` }, saved)).status).toBe(200)
  })

  it('in their own header override the Authorization of a proxy', async () => {
    for (const authorization of ['Basic dXNlcjpwYXNz', 'Bearer of-the-proxy', 'Negotiate x'])
      expect((await ask('/v1/flags', { ...withCredential(), authorization })).status, authorization).toBe(200)
  })

  it('that are missing or wrong cause a challenge', async () => {
    const missing = await ask('/v1/units', { authorization: 'Basic dXNlcjpwYXNz' })
    expect([missing.status, missing.headers['www-authenticate']]).toEqual([401, 'Bearer realm="touchstone"'])
    expect(missing.bytes.toString()).toContain('x-service-credential or as Authorization: Bearer')
    const wrong = await ask('/v1/units', { authorization: 'Bearer unknown' })
    expect(wrong.headers['www-authenticate']).toBe('Bearer realm="touchstone", error="invalid_token"')
  })
})

describe('Idempotency-Key', () => {
  const approval = (approver: string) => JSON.stringify({ ruleset_hash: hash, approver })
  let hash: string
  beforeAll(async () => {
    hash = String(jsonOf(await ask('/v1/compile', withCredential(), JSON.stringify({ source: SOURCE }))).ruleset_hash)
  })
  const send = (key: string, body: string, path = '/v1/approvals') =>
    ask(path, { ...withCredential(), 'idempotency-key': key }, body)

  it('answers a repeated approval with the same bytes and records one', async () => {
    const key = crypto.randomUUID()
    const first = await send(key, approval('Ann'))
    const second = await send(`"${key}"`, approval('Ann'))
    expect(second.bytes.equals(first.bytes)).toBe(true)
    const third = jsonOf(await send(crypto.randomUUID(), approval('Ben')))
    expect((third.approvals as { approver: string }[]).map(({ approver }) => approver)).toEqual(['Ann', 'Ben'])
  })

  it('refuses another body or operation under the same key, and a malformed key', async () => {
    const key = crypto.randomUUID()
    await send(key, approval('Cem'))
    expect((await send(key, approval('Dora'))).status).toBe(422)
    expect((await send(key, JSON.stringify({ name: 'x', source: SOURCE }), '/v1/rulesets')).status).toBe(422)
    for (const wrong of ['a b', 'é', 'x'.repeat(300)]) expect((await send(wrong, approval('Eva'))).status).toBe(400)
  })

  it('is ignored by operations that record nothing', async () => {
    const claims = JSON.stringify({ source: SOURCE, claims: { paid: true } })
    expect((await send('k', claims, '/v1/check')).status).toBe(200)
    expect((await send('k', claims.replace('true', 'false'), '/v1/check')).status).toBe(200)
  })
})

describe('limits', () => {
  it('are sent with every answer to an evaluation credential, and to no other', async () => {
    const issued = jsonOf(await ask('/v1/credentials/evaluation', {}, '{}'))
    const evaluation = { 'x-service-credential': String(issued.credential) }
    const before = (await ask('/v1/flags', evaluation)).headers
    expect([before['ratelimit-policy'], before.ratelimit]).toEqual([
      expect.stringMatching(/^"day";q=\d+;w=86400, "total";q=\d+$/),
      undefined,
    ])
    const left = async () => {
      const { ratelimit } = (await ask('/v1/compile', evaluation, JSON.stringify({ source: SOURCE }))).headers
      return /^"day";r=(\d+);t=\d+, "total";r=(\d+)$/.exec(String(ratelimit))!.slice(1).map(Number)
    }
    const [first, second] = [await left(), await left()]
    expect(second).toEqual(first.map((calls) => calls - 1))
    expect((await ask('/v1/flags', withCredential())).headers['ratelimit-policy']).toBeUndefined()
  })
})

describe('a name with slashes', () => {
  it.each(['team/meals', 'a/b/c d'])('%s is found with plain and with percent-encoded slashes', async (name) => {
    await ask('/v1/rulesets', withCredential(), JSON.stringify({ name, source: SOURCE }))
    for (const address of [encodeURIComponent(name), name.replaceAll(' ', '%20')]) {
      const loaded = await ask(`/v1/rulesets/${address}`, withCredential())
      expect([loaded.status, jsonOf(loaded).name], address).toEqual([200, name])
    }
  })

  it.each(['a//b', '.', '..', 'a/../b', 'a/.', './a'])('%s is refused, because proxies rewrite it', async (name) => {
    const saved = await ask('/v1/rulesets', withCredential(), JSON.stringify({ name, source: SOURCE }))
    expect(saved.status).toBe(400)
    expect(saved.bytes.toString()).toContain('because proxies rewrite such an address')
  })
})
