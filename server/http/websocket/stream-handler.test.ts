import { randomUUID } from 'node:crypto'
import { connect as connectTcp } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { StreamClient } from '../testing/stream-client'
import {
  type AccountUnderTest,
  type StreamServer,
  type StreamServersUnderTest,
  startStreamServers,
} from '../testing/stream-servers-under-test'

const TOPIC = 'expenses/decisions'
const LIMITS = { perClient: 5, all: 500 }

let under: StreamServersUnderTest
let one: StreamServer
let two: StreamServer
let account: AccountUnderTest

beforeAll(async () => {
  under = await startStreamServers(2, {}, { limits: LIMITS })
  one = under.servers[0]!
  two = under.servers[1]!
})

// Sockets are counted per account, so each test has a new one.
beforeAll(async () => {
  account = await under.account()
})

afterAll(() => under.stop())

afterEach(async () => {
  expect(under.bugs).toEqual([])
  account = await under.account()
})

async function connected(server = one, options = {}, of = account): Promise<StreamClient> {
  const client = under.connect(`${server.address}?token=${await of.token()}`, options)
  return client.opened()
}

describe('the protocol', () => {
  it('acknowledges a subscription, then delivers its answer as the specification says', async () => {
    const client = await connected()
    const traceId = randomUUID()
    await client.subscribe(traceId, TOPIC)
    await client.isAcknowledged(1)
    const id = await under.answer(account, traceId, [TOPIC])
    await client.hasGot(1)
    const evaluated = { C: [], Q: null, A: 'Yes.', P: [], E: { conclusion: 'YES', confidence: 1 }, Error: null }
    expect(client.messages).toEqual([
      { type: 'ack', action: 'subscribe', success: true, topic: TOPIC, trace_id: traceId },
      {
        type: 'response',
        trace_id: traceId,
        data: {
          entailment_frame: JSON.stringify(evaluated),
          ...{ id, trace_id: traceId, response_topic: [TOPIC], rail_id: account.targetId },
        },
      },
    ])
    client.socket.close()
    expect(await client.closed()).toBe(1005)
  })

  it('acknowledges each subscription, even a repeated one, before it delivers stored answers', async () => {
    const traceId = randomUUID()
    const id = await under.answer(account, traceId, [TOPIC])
    const client = await connected()
    for (const times of [1, 2, 3]) {
      await client.subscribe(traceId, TOPIC)
      await client.hasGot(times)
    }
    expect(client.messages.map(({ type }) => type)).toEqual(['ack', 'response', 'ack', 'response', 'ack', 'response'])
    expect(client.responses.map((message) => message.id)).toEqual([id, id, id])
  })

  it('serves many traces on one socket, and several sockets of two processes', { tags: ['nightly'] }, async () => {
    const traces = Array.from({ length: 100 }, () => randomUUID())
    const clients = [await connected(), await connected(), await connected(two)]
    for (const traceId of traces) for (const client of clients) await client.subscribe(traceId, TOPIC)
    for (const [i, traceId] of traces.entries()) await under.answer(account, traceId, [TOPIC], { process: i % 2 })
    for (const client of clients) {
      await client.hasGot(100)
      expect(client.responses.map(({ trace_id }) => trace_id).toSorted()).toEqual(traces.toSorted())
      expect(client.acks.every(({ success }) => success === true)).toBe(true)
    }
  })

  it('delivers an answer again after a reconnect', async () => {
    const traceId = randomUUID()
    const first = await connected()
    await first.subscribe(traceId, TOPIC)
    const id = await under.answer(account, traceId, [TOPIC])
    await first.hasGot(1)
    first.socket.terminate()
    const second = await connected(two)
    await second.subscribe(traceId, TOPIC)
    await second.hasGot(1)
    expect(second.responses[0]?.id).toBe(id)
  })

  it('refuses unknown messages with a reason and continues', async () => {
    const client = await connected()
    const traceId = randomUUID()
    await client.say({ action: 'unsubscribe', topic: TOPIC, trace_id: traceId })
    await client.say({})
    await client.say({ action: 'subscribe', topic: 7, trace_id: '', since: 0 })
    await client.say({ action: 'subscribe', topic: 'x'.repeat(201), trace_id: 'a\0b' })
    await client.say({ action: 'subscribe', topic: '\ud800', trace_id: traceId })
    await client.subscribe(traceId, TOPIC)
    await client.isAcknowledged(6)
    const acks = client.acks.map(({ action, success, topic, trace_id }) => [action, success, topic, trace_id])
    expect(acks.slice(0, 3)).toEqual([
      ['unsubscribe', false, TOPIC, traceId],
      ['', false, '', ''],
      ['subscribe', false, '', ''],
    ])
    expect(acks.map(([, success]) => success)).toEqual([false, false, false, false, false, true])
    const messages = client.acks.map(({ error }) => (error as { message: string } | undefined)?.message ?? '')
    expect(messages[0]).toContain('"subscribe"')
    for (const word of ['topic', 'trace_id', 'since']) expect(messages[2]).toContain(word)
    expect(messages[3]).toContain('at most 200 characters')
    expect(client.end).toBeNull()
    await under.answer(account, traceId, [TOPIC])
    await client.hasGot(1)
  })
})

describe('an invalid message', () => {
  for (const [what, text] of [
    ['no JSON', 'subscribe'],
    ['no object', '["subscribe"]'],
    ['null', 'null'],
    ['no text', ''],
    ['an object of another shape', '{"topic": 7}'],
  ] as const)
    it(`is acknowledged as failed and does not end the stream: ${what}`, async () => {
      const client = await connected()
      const traceId = randomUUID()
      await client.subscribe(traceId, TOPIC)
      client.socket.send(text)
      await client.isAcknowledged(2)
      expect(client.acks[1]).toMatchObject({ type: 'ack', success: false, topic: '', trace_id: '' })
      expect(client.acks[1]?.error).toMatchObject({
        code: 'bad_request',
        message: expect.stringMatching(/object|action/),
      })
      await under.answer(account, traceId, [TOPIC])
      await client.hasGot(1)
      expect(client.end).toBeNull()
    })
})

describe('1007', () => {
  for (const [what, bytes, binary] of [
    ['binary', '{"action":"subscribe"}', true],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), false],
  ] as const)
    it(`ends a stream whose client sends ${what}`, async () => {
      const client = await connected()
      client.socket.send(bytes, { binary })
      expect(await client.closed()).toBe(1007)
      expect(client.end?.reason).toContain('UTF-8')
    })
})

describe('1009', () => {
  it('ends a stream if a message is too long', async () => {
    const client = await connected()
    client.socket.send(JSON.stringify({ action: 'x'.repeat(17_000) }))
    expect(await client.closed()).toBe(1009)
    expect(client.end?.reason).toContain('16384 bytes')
  })
})

describe('4400', () => {
  it('ends a stream after 20 bad messages within a minute, each acknowledged', async () => {
    const client = await connected()
    const traceId = randomUUID()
    await client.subscribe(traceId, TOPIC)
    for (let i = 0; i < 19; i++) client.socket.send(i % 2 === 0 ? 'subscribe' : '{}')
    await client.isAcknowledged(20)
    under.pass(59_000)
    expect(client.end).toBeNull()
    client.socket.send('one more')
    expect(await client.closed()).toBe(4400)
    expect(client.acks).toHaveLength(21)
    expect(client.end?.reason).toContain('20 messages')
  })

  it('counts only bad messages of the last minute', async () => {
    const client = await connected()
    for (let minute = 0; minute < 3; minute++) {
      for (let i = 0; i < 19; i++) client.socket.send('{}')
      for (let i = 0; i < 10; i++) await client.subscribe(randomUUID(), TOPIC)
      await client.isAcknowledged(29 * (minute + 1))
      under.pass(30_000)
      under.pass(31_000)
    }
    expect(client.end).toBeNull()
  })
})

describe('4401', () => {
  for (const [what, query] of [
    ['no token', ''],
    ['an empty token', '?token='],
    ['no JWT', '?token=abc'],
    ['a token that was signed elsewhere', `?token=${['e30', 'e30', 'AA'].join('.')}`],
  ] as const)
    it(`is the code for a client with ${what}`, async () => {
      const client = under.connect(one.address + query)
      expect(await client.closed()).toBe(4401)
      expect(client.end?.reason.length).toBeGreaterThan(20)
      expect(client.messages).toEqual([])
    })

  it('comes when the token expires', { tags: ['nightly'] }, async () => {
    const client = await connected()
    await client.subscribe(randomUUID(), TOPIC)
    await client.isAcknowledged(1)
    // The pongs of an hour.
    for (let minute = 0; minute < 59; minute++) {
      under.pass(30_000)
      await expect.poll(() => client.pings).toBe(2 * minute + 1)
      under.pass(30_000)
      await expect.poll(() => client.pings).toBe(2 * minute + 2)
    }
    await client.subscribe(randomUUID(), TOPIC)
    await client.isAcknowledged(2)
    expect(client.end).toBeNull()
    under.pass(61_000)
    expect(await client.closed()).toBe(4401)
    expect(client.end?.reason).toContain('expired')
  })

  it('is sent at a heartbeat after the secret is revoked', async () => {
    const client = await connected()
    const other = await connected(one, {}, await under.account())
    for (const each of [client, other]) {
      await each.subscribe(randomUUID(), TOPIC)
      await each.isAcknowledged(1)
    }
    await one.platform.accounts.revokeSecret(account.administrator, account.secretId)
    under.pass(31_000)
    expect(await client.closed()).toBe(4401)
    await expect.poll(() => other.pings).toBe(1)
    expect(other.end).toBeNull()
  })

  it('is sent at a heartbeat after the account lost a group', async () => {
    const client = await connected()
    await client.subscribe(randomUUID(), TOPIC)
    await client.isAcknowledged(1)
    await one.platform.accounts.removeMember(account.administrator, account.accountId)
    under.pass(31_000)
    expect(await client.closed()).toBe(4401)
    expect(client.end?.reason).toContain('group')
  })
})

describe('4408', () => {
  it('ends a stream without a subscription within a minute', async () => {
    const idle = await connected()
    const busy = await connected()
    await busy.subscribe(randomUUID(), TOPIC)
    await busy.isAcknowledged(1)
    under.pass(59_000)
    await expect.poll(() => busy.pings).toBe(1)
    expect(idle.end).toBeNull()
    under.pass(2_000)
    expect(await idle.closed()).toBe(4408)
    expect(busy.end).toBeNull()
  })

  it('ends a stream if the client answers no ping', async () => {
    const client = await connected(one, { autoPong: false })
    await client.subscribe(randomUUID(), TOPIC)
    await client.isAcknowledged(1)
    under.pass(89_000)
    await expect.poll(() => client.pings).toBe(2)
    expect(client.end).toBeNull()
    under.pass(2_000)
    expect(await client.closed()).toBe(4408)
    expect(client.end?.reason).toContain('pings')
  })
})

describe('4429', () => {
  it('ends a stream with too many subscriptions', async () => {
    const client = await connected()
    for (let i = 0; i < 1_001; i++) await client.subscribe(randomUUID(), TOPIC)
    expect(await client.closed()).toBe(4429)
    expect(client.acks).toHaveLength(1_000)
    expect(client.end?.reason).toContain('1000 subscriptions')
  })

  it("rejects an account's excess socket until another one closes", async () => {
    const clients: StreamClient[] = []
    for (let i = 0; i < LIMITS.perClient; i++) clients.push(await connected())
    const further = await connected()
    expect(await further.closed()).toBe(4429)
    expect(further.end?.reason).toContain('5 streams')
    await connected(one, {}, await under.account())
    clients[0]?.socket.close()
    await clients[0]?.closed()
    const again = await connected()
    await again.subscribe(randomUUID(), TOPIC)
    await again.isAcknowledged(1)
  })
})

describe('a client that does not read', () => {
  it('costs a bounded memory, and gets each of 10,000 answers once when it reads', { tags: ['nightly'] }, async () => {
    const client = await connected()
    const traces = Array.from({ length: 500 }, () => randomUUID())
    for (const traceId of traces) await client.subscribe(traceId, TOPIC)
    await client.isAcknowledged(500)
    client.socket.pause()
    // 40 MB of answers, more than the operating system buffers.
    const text = 'y'.repeat(4_000)
    const ids = new Set<string>()
    for (let round = 0; round < 20; round++)
      for (let from = 0; from < traces.length; from += 100) {
        const some = traces.slice(from, from + 100)
        const answered = await Promise.all(
          some.map((traceId) => under.answer(account, traceId, [TOPIC, `${round}`], { text })),
        )
        for (const id of answered) ids.add(id)
        one.mostWaiting()
      }
    expect(ids.size).toBe(10_000)
    // Answers waited in the buffer, but never more than the limit and one message.
    expect(one.mostWaiting()).toBeGreaterThan(1_000_000)
    expect(one.mostWaiting()).toBeLessThan(1_048_576 + 10_000)
    client.socket.resume()
    await client.hasGot(10_000)
    expect(new Set(client.responses.map(({ id }) => id))).toEqual(ids)
    expect(client.responses).toHaveLength(10_000)
    expect(client.end).toBeNull()
  })

  it('is not read either, so that acknowledgements cannot accumulate, and is disconnected after a minute', {
    tags: ['nightly'],
  }, async () => {
    const client = await connected(two)
    await client.subscribe(randomUUID(), TOPIC)
    await client.isAcknowledged(1)
    client.socket.pause()
    const message = JSON.stringify({ action: 'subscribe', topic: '\u{1f4e6}'.repeat(100), trace_id: randomUUID() })
    // Their acknowledgements are 20 MB. Messages that the server does not read stay with the client.
    for (let i = 0; i < 40_000; i++) client.socket.send(message)
    await expect.poll(() => two.mostWaiting(), { timeout: 20_000 }).toBeGreaterThan(1_048_576)
    for (let i = 0; i < 50; i++) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      two.mostWaiting()
    }
    // Messages of one socket read are still answered.
    expect(two.mostWaiting()).toBeLessThan(2 * 1_048_576)
    under.pass(62_000)
    await expect.poll(() => client.socket.bufferedAmount, { timeout: 20_000 }).toBe(0)
    client.socket.resume()
    // Whether the close reason arrives depends on buffers.
    expect([4408, 1006]).toContain(await client.closed())
  })
})

describe('upgrades', () => {
  /** Returns the answer to an invalid upgrade. */
  function rawAnswer(lines: readonly string[]): Promise<string> {
    const { hostname, port } = new URL(one.address)
    return new Promise((resolve, reject) => {
      const socket = connectTcp(Number(port), hostname, () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk.toString()
      })
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
    })
  }
  const HOST = 'Host: localhost'
  const UPGRADE = ['Connection: Upgrade', 'Upgrade: websocket']
  const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
  const path = '/client-api/bus/stream'

  for (const [what, lines, status] of [
    ['no key', [`GET ${path} HTTP/1.1`, HOST, ...UPGRADE, 'Sec-WebSocket-Version: 13'], 400],
    ['another version', [`GET ${path} HTTP/1.1`, HOST, ...UPGRADE, KEY, 'Sec-WebSocket-Version: 7'], 400],
    ['another protocol', [`GET ${path} HTTP/1.1`, HOST, 'Connection: Upgrade', 'Upgrade: h2c', KEY], 400],
    ['another method', [`POST ${path} HTTP/1.1`, HOST, ...UPGRADE, KEY, 'Sec-WebSocket-Version: 13'], 405],
  ] as [string, string[], number][])
    it(`with ${what} get an HTTP answer`, async () => {
      const answer = await rawAnswer(lines)
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(answer).toMatch(/\r\ncache-control: no-store\r\n/)
      expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/)
      expect(answer).toMatch(/\r\ncontent-type: application\/json/)
    })

  it('accept a token in the header', async () => {
    const client = under.connect(one.address, { headers: { authorization: `Bearer ${await account.token()}` } })
    await client.subscribe(randomUUID(), TOPIC)
    await client.isAcknowledged(1)
  })

  it('accept a token as a subprotocol and return only the other subprotocol', async () => {
    const token = await account.token()
    const client = under.connect(one.address, {}, ['touchstone.v1', `bearer.${token}`])
    await client.subscribe(randomUUID(), TOPIC)
    await client.isAcknowledged(1)
    expect(client.socket.protocol).toBe('touchstone.v1')
    const wrong = under.connect(one.address, {}, ['touchstone.v1', 'bearer.a.b.c'])
    expect(await wrong.closed()).toBe(4401)
    expect(wrong.socket.protocol).toBe('touchstone.v1')
    const other = under.connect(`${one.address}?token=${token}`, {}, ['touchstone.v1'])
    await other.subscribe(randomUUID(), TOPIC)
    await other.isAcknowledged(1)
    const alone = await rawAnswer([
      ...[`GET ${path} HTTP/1.1`, HOST, ...UPGRADE, KEY, 'Sec-WebSocket-Version: 13'],
      `Sec-WebSocket-Protocol: bearer.${token}`,
    ])
    expect(alone).toMatch(/^HTTP\/1.1 400 [\s\S]*touchstone\.v1/)
    expect(alone).not.toContain(token)
  })

  it('with two different tokens are refused, even if one is valid', async () => {
    const [first, second] = [await account.token(), await account.token()]
    for (const [query, protocol] of [
      [first, second],
      [first, 'a.b.c'],
      ['a.b.c', first],
    ] as const) {
      const client = under.connect(`${one.address}?token=${query}`, {}, ['touchstone.v1', `bearer.${protocol}`])
      expect(await client.closed()).toBe(4401)
      expect(client.end?.reason).toContain('two different tokens')
    }
  })

  it('of a page of another origin are taken with a token, and refused without', async () => {
    const origin = 'https://elsewhere.example.com'
    const client = await connected(one, { origin })
    await client.subscribe(randomUUID(), TOPIC)
    await client.isAcknowledged(1)
    const without = await rawAnswer([
      ...[`GET ${path} HTTP/1.1`, HOST, ...UPGRADE, KEY, 'Sec-WebSocket-Version: 13', `Origin: ${origin}`],
    ])
    expect(without).toMatch(/^HTTP\/1.1 403 Forbidden/)
    expect(JSON.parse(without.slice(without.indexOf('{')))).toMatchObject({ error: { code: 'forbidden' } })
  })
})

describe('without authentication', () => {
  let open: StreamServersUnderTest
  beforeAll(async () => {
    open = await startStreamServers(1, { clientAuth: 'none' })
  })
  afterAll(() => open.stop())

  it('a stream without a token gets only what was sent without one', async () => {
    const target = await open.account()
    const traceId = randomUUID()
    const address = open.servers[0]?.address ?? ''
    const client = open.connect(address)
    const member = open.connect(`${address}?token=${await target.token()}`)
    for (const each of [client, member]) {
      await each.subscribe(traceId, TOPIC)
      await each.isAcknowledged(1)
    }
    const ofGroup = await open.answer(target, traceId, [TOPIC])
    const ofAnybody = await open.answer(target, traceId, [TOPIC, 'more'], { withoutToken: true })
    await client.hasGot(1)
    await member.hasGot(1)
    expect(client.responses.map(({ id }) => id)).toEqual([ofAnybody])
    expect(member.responses.map(({ id }) => id)).toEqual([ofGroup])
    expect(open.bugs).toEqual([])
  })
})

it('a process that ends closes every socket and accepts no more', async () => {
  const own = await startStreamServers(2)
  const its = await own.account()
  const [ending, staying] = own.servers as readonly [StreamServer, StreamServer]
  const traceId = randomUUID()
  const token = await its.token()
  const clients = [own.connect(`${ending.address}?token=${token}`), own.connect(`${ending.address}?token=${token}`)]
  for (const client of clients) {
    await client.subscribe(traceId, TOPIC)
    await client.isAcknowledged(1)
  }
  await ending.handler.close(5_000)
  for (const client of clients) expect(await client.closed()).toBe(1001)
  const refused = new Promise((resolve) =>
    own
      .connect(`${ending.address}?token=${token}`)
      .socket.on('unexpected-response', (_, response) => resolve(response.statusCode)),
  )
  expect(await refused).toBe(503)
  const again = own.connect(`${staying.address}?token=${token}`)
  await again.subscribe(traceId, TOPIC)
  await own.answer(its, traceId, [TOPIC])
  await again.hasGot(1)
  expect(own.bugs).toEqual([])
  await own.stop()
})
