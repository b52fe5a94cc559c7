/** A server that reads other charsets, codings and headers than the guard makes no call that the guard did not read. */
import { type OutgoingHttpHeaders, request as send } from 'node:http'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GuardSteps } from '../../services/guardrails/guards/testing/guard-steps'
import { type ServicesUnderTest, startServices } from '../../services/testing/services-under-test'
import { close, guardFront, listen } from './testing/guard-front'
import { encodeUtf7, lenientServer } from './testing/lenient-server'

const shop = lenientServer()
let under: ServicesUnderTest
let front: ReturnType<typeof guardFront>
let url: string

beforeAll(async () => {
  const address = `${await listen(shop.server)}/mcp`
  const headers = { authorization: 'Bearer of the operator', 'Content-Type': 'application/json; charset=utf-7' }
  const connection = { kind: 'mcp', name: 'shop', url: address, headers, internal: true, unguarded: 'pass' } as const
  under = await startServices(1, { platform: {}, lookupConnections: [connection] })
  await under.workbenches[0]!.signing.publishedKeys()
  const steps = await GuardSteps.open(under)
  const program = await steps.program()
  front = guardFront(steps, () => program)
  url = `${await listen(front)}/guard/shop/mcp`
}, 60_000)
afterAll(async () => {
  await close(front)
  await close(shop.server)
  await under.stop()
})

const CALL = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"refund","arguments":{"amount":51}}}'
const JSON_TYPE = { 'content-type': 'application/json' }

/** Node's client, because `fetch` sends no repeated headers and no body with GET. */
function post(body: string | Buffer, headers: OutgoingHttpHeaders = JSON_TYPE, method = 'POST', query = '') {
  shop.made.length = 0
  shop.received.length = 0
  return new Promise<number>((resolve, reject) => {
    const all = { authorization: 'Bearer token', accept: 'application/json, text/event-stream', ...headers }
    const outgoing = send(`${url}${query}`, { method, headers: all, agent: false }, (incoming) => {
      incoming.resume().on('end', () => resolve(incoming.statusCode ?? 0))
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

const typed = (type: string | string[]) => ({ 'content-type': type })
const hidden = (inner: string) => `{"jsonrpc":"2.0","id":7,"method":"ping","params":{"x":"${encodeUtf7(inner)}"}}`
const HIDDEN = hidden('"},"method":"tools/call","params":{"arguments":{"amount":51},"name":"refund"},"y":{"z":"')

describe('a call that only the server would read', () => {
  it.each([
    ['in UTF-7 inside a message of another method', 415, HIDDEN, typed('application/json; charset=utf-7')],
    ['in UTF-7 with another spelling', 415, HIDDEN, typed('application/json;x=1; Charset = "UTF-7"')],
    ['in UTF-7 of IMAP', 415, HIDDEN, typed('application/json; charset=utf-7-imap')],
    ['in a second content type', 415, HIDDEN, typed(['application/json', 'application/json; charset=utf-7'])],
    ['in UTF-16', 415, Buffer.from(CALL, 'utf16le'), typed('application/json; charset=utf-16le')],
    ['in UTF-16 without a charset', 400, Buffer.from(CALL, 'utf16le'), JSON_TYPE],
    ['in a compressed body', 415, gzipSync(CALL), { ...JSON_TYPE, 'content-encoding': 'gzip' }],
    [
      'in a body that is compressed second',
      415,
      gzipSync(CALL),
      { ...JSON_TYPE, 'content-encoding': ['identity', 'gzip'] },
    ],
    ['behind a byte order mark', 400, `\uFEFF${CALL}`, JSON_TYPE],
    ['in a form', 415, CALL, typed('text/plain')],
    ['with invalid UTF-8', 400, Buffer.from(CALL.replace('51', '"\u00ff"'), 'latin1'), JSON_TYPE],
    ['with a lone surrogate', 400, CALL.replace('51', '"\\ud800"'), JSON_TYPE],
    ['with a method in another case', 400, CALL.replace('"method"', '"Method"'), JSON_TYPE],
    ['with two methods in other cases', 400, CALL.replace('"method"', '"method":"ping","METHOD"'), JSON_TYPE],
    ['of a method in another case', 400, CALL.replace('tools/call', 'Tools/Call'), JSON_TYPE],
    ['of a list of methods', 400, CALL.replace('"tools/call"', '["tools/call"]'), JSON_TYPE],
    ['of a second tool', 400, CALL.replace('"name"', '"name":"lookup","Name"'), JSON_TYPE],
    ['of a second tool with another s', 400, CALL.replace('"arguments"', '"arguments":{},"argument\u017f"'), JSON_TYPE],
    ['with a second amount', 400, CALL.replace('"amount"', '"amount":1,"Amount"'), JSON_TYPE],
    [
      'with a header that names another method',
      400,
      CALL.replace('tools/call', 'ping'),
      { ...JSON_TYPE, 'mcp-method': 'tools/call' },
    ],
    [
      'with a header that names another tool',
      400,
      CALL.replace('refund', 'lookup'),
      { ...JSON_TYPE, 'mcp-name': 'refund' },
    ],
    [
      'with a header that encodes another tool',
      400,
      CALL.replace('refund', 'lookup'),
      { ...JSON_TYPE, 'mcp-name': '=?base64?cmVmdW5k?=' },
    ],
    [
      'with a header that has another argument',
      400,
      CALL.replace('refund', 'lookup'),
      { ...JSON_TYPE, 'mcp-param-amount': '50' },
    ],
    ['by PUT', 405, CALL, JSON_TYPE, 'PUT'],
  ] as const)('is not made: %s', async (_, status, body, headers, method?: string) => {
    expect(await post(body as string, headers as OutgoingHttpHeaders, method)).toBe(status)
    expect([shop.received, shop.made]).toEqual([[], []])
  })

  it.each(['GET', 'DELETE'])('is not made with %s, whose body is not sent', async (method) => {
    expect(
      await post(
        CALL,
        { ...JSON_TYPE, 'x-http-method-override': 'POST', 'content-length': CALL.length },
        method,
        '?method=tools/call',
      ),
    ).toBe(200)
    expect(shop.made).toEqual([])
    const [{ headers = {}, url: path } = {}] = shop.received
    expect([path, headers['content-type'], headers['content-length'], headers['x-http-method-override']]).toEqual([
      '/mcp',
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('a message that is sent on', () => {
  it('has one content type and only headers of a list', async () => {
    const others = { cookie: 'a=b', 'x-http-method-override': 'PUT', 'x-forwarded-for': '::1', 'mcp-other': 'x' }
    const own = { 'mcp-method': 'tools/call', 'mcp-name': 'lookup', 'mcp-param-amount': '51', 'mcp-session-id': 's' }
    const type = typed('application/json; charset="UTF-8"')
    expect(await post(CALL.replace('refund', 'lookup'), { ...others, ...own, ...type })).toBe(200)
    expect(shop.made).toEqual([{ tool: 'lookup', values: { amount: 51 } }])
    const { host: _, connection: __, 'content-length': ___, ...rest } = shop.received[0]!.headers
    expect(rest).toEqual({
      ...own,
      accept: 'application/json, text/event-stream',
      authorization: 'Bearer of the operator',
      'content-type': 'application/json',
    })
  })

  it('says the same in every charset that contains ASCII', async () => {
    expect(await post(CALL.replace('refund', 'lookup').replace('51', '"Zürich 東京 😀 1e400"'))).toBe(200)
    expect(shop.made).toEqual([{ tool: 'lookup', values: { amount: 'Zürich 東京 😀 1e400' } }])
    expect(Number(shop.received[0]!.headers['content-length'])).toBeGreaterThan(140)
  })
})

const CHARSETS = ['utf-8', 'UTF-7', 'utf-7-imap', 'utf-16le', 'utf-16be', 'utf-16', 'latin1', 'us-ascii', 'utf8', 'x']
const types = fc.record({
  base: fc.constantFrom('application/json', 'Application/JSON ', 'text/json', 'application/json;a=b'),
  charsets: fc.array(fc.constantFrom(...CHARSETS), { maxLength: 2 }),
  form: fc.constantFrom('; charset=%', ';charset="%"', ' ;CHARSET = %', ';  charset=%;'),
  coding: fc.constantFrom(undefined, 'identity', 'gzip', 'GZIP', 'identity, gzip'),
  mark: fc.boolean(),
})
const writers: Readonly<Record<string, (text: string) => Buffer>> = {
  utf8: (text) => Buffer.from(text),
  utf7: () => Buffer.from(HIDDEN),
  utf16: (text) => Buffer.from(text, 'utf16le'),
  utf16be: (text) => Buffer.from(text, 'utf16le').swap16(),
  latin1: (text) => Buffer.from(`${text.slice(0, -2)},"é":1}}`, 'latin1'),
}

it('sends no refund to a server that reads any charset, whatever a header says', async () => {
  const property = fc.asyncProperty(types, fc.constantFrom(...Object.keys(writers)), async (type, writer) => {
    const { base, charsets, form, coding, mark } = type
    const contentType = `${base}${charsets.map((charset) => form.replace('%', charset)).join('')}`
    const plain = writers[writer]!(`${mark ? '\uFEFF' : ''}${CALL}`)
    const body = coding !== undefined && /gzip/i.test(coding) ? gzipSync(plain) : plain
    await post(body, { 'content-type': contentType, ...(coding !== undefined && { 'content-encoding': coding }) })
    expect(shop.made).toEqual([])
    for (const { headers } of shop.received) expect(headers['content-type']).toBe('application/json')
  })
  await fc.assert(property, { numRuns: 300 })
})

it('is tested with a server that does read other charsets', async () => {
  const direct = `${await urlOfShop()}/mcp`
  shop.made.length = 0
  await fetch(direct, {
    method: 'POST',
    headers: typed('application/json; charset=utf-7') as HeadersInit,
    body: HIDDEN,
  })
  await fetch(direct, { method: 'POST', headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: gzipSync(CALL) })
  expect(shop.made.map(({ tool }) => tool)).toEqual(['refund', 'refund'])
})

async function urlOfShop(): Promise<string> {
  const address = shop.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server listens')
  return `http://127.0.0.1:${address.port}`
}
