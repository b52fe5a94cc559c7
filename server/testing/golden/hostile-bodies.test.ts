/** Hostile bodies get an envelope, never a stack trace, and the next call succeeds. */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningServer } from '../running-server'
import { sharedServer } from '../shared-server'

let server: RunningServer
let credential: string

beforeAll(async () => {
  server = await sharedServer()
  credential = await server.issueCredential()
})

afterAll(async () => {
  await server.stop()
  expect(server.log()).toBe('')
})

async function send(body: BodyInit, path = '/v1/check') {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-service-credential': credential },
    body,
    duplex: 'half',
  } as RequestInit)
  return {
    status: response.status,
    body: (await response.json()) as { ok: boolean; error?: { code: string; message: string } },
  }
}

const SOURCE = 'declare n as numeric;\nassert x { n > 0 };\n'

async function expectUnharmed() {
  expect((await send(JSON.stringify({ source: SOURCE, claims: { n: 1 } }))).status).toBe(200)
}

describe('hostile bodies', () => {
  const deep = 300_000
  const CASES: readonly (readonly [string, BodyInit, number])[] = [
    ['arrays nested deeper than any stack', '['.repeat(deep) + ']'.repeat(deep), 400],
    ['objects nested deeper than any stack', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 400],
    ['an array that never closes', '['.repeat(500_000), 400],
    ['a number of half a million digits', `{"source":${JSON.stringify(SOURCE)},"claims":{"n":${'9'.repeat(500_000)}}}`, 413],
    ['an exponent that stands for more digits than there is memory', `{"source":${JSON.stringify(SOURCE)},"claims":{"n":1e999999999}}`, 413],
    ['the same, below zero', `{"source":${JSON.stringify(SOURCE)},"claims":{"n":1e-999999999}}`, 413],
    ['a key twice, far apart', `{"claims":{},${'"x":1,'.repeat(1_000)}"claims":{}}`, 400],
    ['a lone surrogate in a key', '{"\\ud800":1}', 400],
    ['bytes that are no UTF-8', new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]), 400],
    ['a byte order mark', '\ufeff{}', 400],
    ['a NUL', '{"source":"\u0000"}', 400],
    ['__proto__ as a claim', `{"source":${JSON.stringify(SOURCE)},"claims":{"n":1,"__proto__":{"n":2}}}`, 422],
    ['60,000 claims that are not declared', `{"source":${JSON.stringify(SOURCE)},"claims":{${Array.from({ length: 60_000 }, (_, i) => `"c${i}":1`).join()}}}`, 422],
    ['10 MB at once', ' '.repeat(10_000_000), 413],
  ] // biome-ignore format: one case a line
  for (const [name, body, status] of CASES)
    it(name, async () => {
      const answer = await send(body)
      expect(answer.body.ok).toBe(false)
      expect(answer.status, answer.body.error?.message).toBe(status)
      expect(answer.body.error?.message).not.toMatch(/\bat .*\.ts|node:internal|RangeError|stack/)
      await expectUnharmed()
    })

  it('10 MB in pieces without a length', async () => {
    const pieces = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 160; i++) controller.enqueue(new Uint8Array(65_536).fill(32))
        controller.close()
      },
    })
    expect(await send(pieces)).toMatchObject({ status: 413, body: { error: { code: 'BUDGET_EXCEEDED' } } })
    await expectUnharmed()
  })

  it('a client that disconnects in the middle of its body', async () => {
    await Promise.all(Array.from({ length: 50 }, () => half('{"source":"')))
    await expectUnharmed()
  })

  it('a body that never ends gets 408', { tags: ['nightly'], timeout: 60_000 }, async () => {
    const answer = await slow()
    expect(answer).toMatch(/^HTTP\/1\.1 408/)
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toMatchObject({
      ok: false,
      error: { code: 'BAD_REQUEST' },
    })
    await expectUnharmed()
  })
})

function open(): ReturnType<typeof connect> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.write(
    `POST /v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nx-service-credential: ${credential}\r\nContent-Length: 1000\r\n\r\n`,
  )
  return socket
}

async function half(text: string): Promise<void> {
  const socket = open()
  await new Promise((resolve) => socket.write(text, resolve))
  socket.destroy()
}

/** Sends a byte per second while the server reads, and returns its answer. */
function slow(): Promise<string> {
  const socket = open()
  const drip = setInterval(() => socket.write(' '), 1_000)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString()
  })
  // The server may close while a byte is sent.
  socket.on('error', () => {})
  return new Promise((resolve) =>
    socket.on('close', () => {
      clearInterval(drip)
      resolve(text)
    }),
  )
}
