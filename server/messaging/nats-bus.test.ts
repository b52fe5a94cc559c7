import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DEAD_LETTERS_SUBJECT, framesSubject, responsesSubject } from '../api/terms/bus-subjects'
import { silentLog } from '../database/testing/fresh-database'
import { until } from '../testing/until'
import type { Bus, WorkDelivery } from './bus/bus'
import { serverOptions } from './nats/nats-connector'
import { busNames } from './nats/streams'
import { openNatsBus } from './nats-bus'
import { type BusUnderTest, natsUnderTest } from './testing/buses-under-test'
import { startLosingProxy } from './testing/losing-proxy'

const SUBJECT = framesSubject('0b5ab8a1-54a5-4a3a-9a84-2f4f27c4b4b1')
const RESPONSE = responsesSubject('5b8f8a0e-7a5c-4a5e-8d0f-0c6a8a1f9d11', 'a.b c')
const servers: readonly BusUnderTest[] = [await natsUnderTest()].filter((server) => server !== null)
afterAll(async () => {
  for (const server of servers) await server.remove()
})

it('reads addresses, users and tokens', () => {
  expect(serverOptions('nats://a:4222, nats://b')).toEqual({ servers: ['a:4222', 'b:4222'] })
  expect(serverOptions('nats://me:p%40ss@a')).toEqual({ servers: ['a:4222'], user: 'me', pass: 'p@ss' })
  expect(serverOptions('tls://t0ken@[::1]:9')).toEqual({ servers: ['[::1]:9'], tls: {}, token: 't0ken' })
})

it('can be opened before any server is there', async () => {
  const bus = openNatsBus({ url: 'nats://127.0.0.1:1', log: silentLog, retentionMs: 60_000, retryForMs: 300 })
  expect(await bus.ping()).toBe('the bus cannot be reached')
  await expect(bus.enqueue([{ id: 'a', subject: SUBJECT, payload: '{}' }])).rejects.toThrow('cannot be reached')
  await bus.close()
})

describe.each(servers)('services inside the stack', (server) => {
  const open: Bus[] = []
  let inside: NatsConnection
  let namespace: string
  beforeEach(async () => {
    await server.renew()
    const address = JSON.parse(server.address()) as { url: string; namespace: string }
    namespace = address.namespace
    inside = await connect({ servers: address.url })
  })
  afterEach(async () => {
    for (const bus of open.splice(0)) await bus.close()
    await inside.close()
  })
  const newBus = async () => {
    const bus = server.open()
    open.push(bus)
    await until(async () => (await bus.ping()) === null, 'the bus')
    return bus
  }
  const collect = (bus: Bus) => {
    const deliveries: WorkDelivery[] = []
    const handle = async (delivery: WorkDelivery) => void deliveries.push(delivery)
    bus.work({ concurrency: 8, handle, exhausted: async () => undefined })
    return deliveries
  }

  it('publish frames with and without an id', async () => {
    const deliveries = collect(await newBus())
    const stream = jetstream(inside)
    const { toWire } = busNames(namespace)
    await stream.publish(toWire(SUBJECT), '{"a":1}')
    await stream.publish(toWire(SUBJECT), '{"a":1}')
    await stream.publish(toWire(SUBJECT), '{"a":2}', { msgID: 'mine' })
    inside.publish(toWire(SUBJECT), '{"a":3}')
    await until(() => deliveries.length === 4, 'all of them')
    expect(deliveries.map(({ id, subject }) => [id, subject])).toEqual(
      ['seq-1', 'seq-2', 'mine', 'seq-4'].map((id) => [id, SUBJECT]),
    )
  })

  it('receive responses as they come, and read them later', async () => {
    const bus = await newBus()
    const { toWire, streams } = busNames(namespace)
    const subscription = inside.subscribe(toWire(RESPONSE), { max: 1 })
    await inside.flush()
    await bus.announce([{ subject: RESPONSE, id: 'answer', payload: '{"id":"answer"}' }])
    for await (const message of subscription) expect(message.json()).toEqual({ id: 'answer' })
    const manager = await jetstreamManager(inside)
    const stored = await manager.streams.getMessage(streams.responses, { last_by_subj: toWire(RESPONSE) })
    expect(stored?.json()).toEqual({ id: 'answer' })
    const { config } = await manager.streams.info(streams.responses)
    expect(config.max_age).toBe(60_000 * 1_000_000)
  })

  it('find dead letters', { tags: ['nightly'] }, async () => {
    const bus = await newBus()
    bus.work({
      concurrency: 1,
      handle: () => Promise.reject(new Error('always')),
      exhausted: async () => undefined,
    })
    await bus.enqueue([{ id: 'poison', subject: SUBJECT, payload: '{}' }])
    const manager = await jetstreamManager(inside)
    const { streams, toWire } = busNames(namespace)
    const find = () => manager.streams.getMessage(streams.deadLetters, { last_by_subj: toWire(DEAD_LETTERS_SUBJECT) })
    await until(async () => (await find()) !== null, 'the letter')
    expect((await find())?.json()).toMatchObject({ id: 'poison', subject: SUBJECT, attempts: 5, reason: 'always' })
    const { state } = await manager.streams.info(streams.frames)
    expect(state.messages).toBe(0)
  })

  it('get an oversized frame by its reference, and a plain refusal if it has no reference', async () => {
    const bus = await newBus()
    const deliveries = collect(bus)
    const large = 'x'.repeat(1_100_000)
    await bus.enqueue([{ id: 'large', subject: SUBJECT, payload: JSON.stringify({ frame_id: 'f', large }) }])
    const refused = bus.enqueue([{ id: 'stray', subject: SUBJECT, payload: JSON.stringify({ large }) }])
    await expect(refused).rejects.toThrow('The message has 1100012 bytes; this NATS server takes 1048576')
    await until(() => deliveries.length === 1, 'the reference')
    expect(deliveries[0]).toMatchObject({ id: 'large', payload: '{"frame_id":"f"}' })
  })

  it('find the streams again after their deletion', async () => {
    const bus = await newBus()
    const deliveries = collect(bus)
    const manager = await jetstreamManager(inside)
    for (const name of Object.values(busNames(namespace).streams)) await manager.streams.delete(name)
    await bus.enqueue([{ id: 'a', subject: SUBJECT, payload: '{}' }])
    await until(() => deliveries.length === 1, 'the message', 30_000)
  })

  it('do not depend on the message that ends a request for work: the next request follows, and no message waits', {
    tags: ['nightly'],
  }, async () => {
    const { url } = JSON.parse(server.address()) as { url: string }
    const proxy = await startLosingProxy(url)
    const failures: string[] = []
    const log = { ...silentLog, debug: (_fields: object, message: string) => void failures.push(message) }
    const bus = openNatsBus({ url: proxy.url, log, namespace, retentionMs: 60_000, requestMs: 3_000 })
    open.push(bus)
    await until(async () => (await bus.ping()) === null, 'the bus')
    failures.length = 0
    const deliveries = collect(bus)
    await until(() => proxy.lost >= 3, 'requests that ended without a word', 60_000)
    await bus.enqueue([{ id: 'a', subject: SUBJECT, payload: '{}' }])
    await until(() => deliveries.length === 1, 'the message')
    // Otherwise the client would give up the request and its session after twice the time, three seconds too late.
    expect(failures).toEqual([])
    await bus.close()
    await proxy.stop()
  })

  it('see that settings changed by an operator are preserved', async () => {
    await newBus()
    const manager = await jetstreamManager(inside)
    const { frames } = busNames(namespace).streams
    const { config } = await manager.streams.info(frames)
    await manager.streams.update(frames, { ...config, max_bytes: 123_456_789, duplicate_window: 7_000_000_000 })
    await newBus()
    const changed = (await manager.streams.info(frames)).config
    expect([changed.max_bytes, changed.duplicate_window]).toEqual([123_456_789, 1_000_000_000])
  })
})
