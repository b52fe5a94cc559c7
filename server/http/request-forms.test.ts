/** Tests two less usual forms of HTTP/1.1 requests: an offer to upgrade, and a whole address as the target. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeHttpServer, createHttpServer } from './http-server'
import { crossOrigin } from './requests/cross-origin'
import { protectiveHeaders } from './requests/protective-headers'

const headers = protectiveHeaders({ publicUrl: 'https://r.example.org', hstsSubdomains: false, development: false })

/** Answers with the request that arrived. */
const echo = (handler: string) => (request: IncomingMessage, response: ServerResponse) => {
  text(request).then((body) => {
    const { method, url, headers: received } = request
    response.end(JSON.stringify({ handler, method, url, body, upgrade: received.upgrade ?? null, x: received['x-a'] }))
  })
}

const server = createHttpServer({
  newRequestId: () => 'an-id',
  rest: echo('rest'),
  trpc: echo('trpc'),
  batch: echo('batch'),
  mcp: echo('mcp'),
  mcpGuard: echo('mcpGuard'),
  keys: echo('keys'),
  securityContact: echo('keys'),
  identity: null,
  provider: null,
  clientApi: echo('clientApi'),
  chat: echo('chat'),
  gateway: echo('gateway'),
  stream: (_request, socket) => void socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n'),
  platformApi: echo('platformApi'),
  pages: echo('pages'),
  pageUpgrades: null,
  docsUrl: 'https://r.example.org/docs',
  headers,
  crossOrigin: crossOrigin([], headers.api),
})

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => closeHttpServer(server, 1_000))

/** Returns all answers to the bytes; the last request must close the connection. */
function answerTo(pieces: readonly string[]): Promise<string> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', async () => {
      for (const piece of pieces) {
        socket.write(piece)
        await new Promise((next) => setTimeout(next, 20))
      }
    })
    text(socket).then(resolve, reject)
  })
}

const bodyOf = (answer: string): unknown => JSON.parse(answer.slice(answer.lastIndexOf('\r\n\r\n') + 4))

/** As Java's HttpClient and `curl --http2` send it over plain HTTP. */
const OFFER = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n'
const post = (path: string, body: string, more = '') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\n${OFFER}x-a: \xe9\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`

describe('an offer of another version of HTTP', () => {
  it('is ignored, and the request is answered (RFC 9110, 7.8)', async () => {
    const answer = await answerTo([
      `GET /v1/account?a=1 HTTP/1.1\r\nHost: a\r\n${OFFER}\r\n`,
      'GET /v1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    ])
    expect(answer.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
    expect(answer).toContain('"method":"GET","url":"/v1/account?a=1","body":"","upgrade":null')
  })

  it.each(['/v1/check', '/mcp', '/client-api/bus/send', '/api/v1/projects', '/docs'])(
    'is ignored on a request with a body: %s',
    async (path) => {
      const answer = await answerTo([post(path, '{"a":1}'), 'GET /v1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'])
      expect(answer.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
      expect(answer).toContain(`"method":"POST","url":"${path}","body":"{\\"a\\":1}","upgrade":null,"x":"\xc3\xa9"`)
    },
  )

  it('is ignored on a request with a body that arrives later, in pieces', async () => {
    const whole = post('/v1/check', 'x'.repeat(100_000))
    const pieces = [whole.slice(0, 90), whole.slice(90, 400), whole.slice(400, 70_000), whole.slice(70_000)]
    const answer = await answerTo([...pieces, 'GET /v1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'])
    expect(answer).toContain(`"body":"${'x'.repeat(100_000)}"`)
  })

  it('is ignored on every request of a connection', async () => {
    const warnings: Error[] = []
    const note = (warning: Error) => void warnings.push(warning)
    process.on('warning', note)
    const requests = Array.from({ length: 30 }, (_, index) => post(`/v1/check?n=${index}`, 'b'))
    const answer = await answerTo([...requests, 'GET /v1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'])
    process.off('warning', note)
    expect(answer.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(31)
    expect(warnings).toEqual([])
  })

  it('is ignored on HTTP/1.0, which has no upgrades', async () => {
    const answer = await answerTo([`GET /v1/account HTTP/1.0\r\n${OFFER}\r\n`])
    expect(bodyOf(answer)).toMatchObject({ url: '/v1/account', upgrade: null })
  })

  it('does not affect upgrades to a web socket', async () => {
    const offer = 'Host: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
    expect(await answerTo([`GET /nothing HTTP/1.1\r\n${offer}`])).toMatch(/^HTTP\/1\.1 404 /)
    expect(await answerTo([`GET /client-api/bus/stream HTTP/1.1\r\n${offer}`])).toMatch(/^HTTP\/1\.1 400 /)
  })
})

describe('a target', () => {
  const CLOSE = 'Host: a\r\nConnection: close\r\n\r\n'

  it.each([
    ['http://a/v1/account?a=1', 'rest', '/v1/account?a=1'],
    ['HTTPS://a:443/mcp', 'mcp', '/mcp'],
    ['http://a', 'pages', '/'],
    ['http://a?b=1', 'pages', '/?b=1'],
  ])('that is a whole address is reduced to its path: %s (RFC 9112, 3.2.2)', async (target, handler, url) => {
    expect(bodyOf(await answerTo([`GET ${target} HTTP/1.1\r\n${CLOSE}`]))).toMatchObject({ handler, url })
  })

  it('that is not a path never reaches the pages, which cannot read it', async () => {
    const answer = await answerTo([`OPTIONS * HTTP/1.1\r\n${CLOSE}`])
    expect(bodyOf(answer)).toMatchObject({ handler: 'rest', method: 'OPTIONS', url: '*' })
  })
})
