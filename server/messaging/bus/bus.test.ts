import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DEAD_LETTERS_SUBJECT, framesSubject, responsesSubject } from '../../api/terms/bus-subjects'
import { until } from '../../testing/until'
import {
  type BusUnderTest,
  DUPLICATE_WINDOW_MS,
  databaseUnderTest,
  natsUnderTest,
  type OpenOptions,
} from '../testing/buses-under-test'
import {
  type Announcement,
  type Bus,
  BusUnavailableError,
  MAX_ATTEMPTS,
  type WorkDelivery,
  type WorkMessage,
} from './bus'

const SUBJECT = framesSubject('0b5ab8a1-54a5-4a3a-9a84-2f4f27c4b4b1')
const RESPONSE = responsesSubject('5b8f8a0e-7a5c-4a5e-8d0f-0c6a8a1f9d11', 'checks of ours')

const underTest: readonly BusUnderTest[] = [await databaseUnderTest(), await natsUnderTest()].filter(
  (bus) => bus !== null,
)
afterAll(async () => {
  for (const bus of underTest) await bus.remove()
})

const message = (id: string, payload = '{}'): WorkMessage => ({ id, subject: SUBJECT, payload })
const numbered = (count: number, prefix = 'm') => Array.from({ length: count }, (_, i) => message(`${prefix}${i}`))

// Both buses promise the same. `npm test` runs the one that every deployment has.
for (const server of underTest)
  describe(`the bus on ${server.name}`, { tags: server.name === 'NATS' ? ['nightly'] : [] }, () => {
    const open: Bus[] = []
    const newBus = (options?: OpenOptions) => {
      const bus = server.open(options)
      open.push(bus)
      return bus
    }
    /** Handles everything and records the deliveries. */
    const collect = (bus: Bus, concurrency = 16) => {
      const deliveries: WorkDelivery[] = []
      const worker = bus.work({
        concurrency,
        handle: async (delivery) => void deliveries.push(delivery),
        exhausted: async () => undefined,
      })
      return { deliveries, worker, ids: () => deliveries.map(({ id }) => id).toSorted() }
    }
    const listening = async (bus: Bus, other: Bus) => {
      const announcements: Announcement[] = []
      bus.listen((announcement) => announcements.push(announcement))
      // Other processes receive announcements only once they are connected.
      await until(async () => {
        await other.announce([
          { subject: RESPONSE, id: `probe-${announcements.length}-${performance.now()}`, payload: '0' },
        ])
        await sleep(20)
        return announcements.length > 0
      }, 'a first announcement')
      await sleep(100)
      announcements.length = 0
      return announcements
    }

    beforeEach(() => server.renew())
    afterEach(async () => {
      for (const bus of open.splice(0)) await bus.close()
    })

    it('hands over each message once, as it was given', async () => {
      const payloads = [
        '{}',
        '""',
        'null',
        JSON.stringify({ A: '\0 "quoted" \\ back', B: 'ünï\u{1f9ea}\u2028', C: '\ud800' }),
        JSON.stringify('x'.repeat(900_000)),
        JSON.stringify("'; DROP TABLE bus_work; --"),
      ]
      const given = payloads.map((payload, i) => message(`odd-${i}`, payload))
      const bus = newBus()
      await bus.enqueue(given)
      const { deliveries } = collect(newBus())
      await until(() => deliveries.length >= given.length, 'all of them')
      await sleep(400)
      const expected = given.map((each) => ({ ...each, attempt: 1 }))
      expect(deliveries.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(expected)
    })

    it('does not add a queued message twice, but adds it again once it is done', async () => {
      const bus = newBus()
      await Promise.all([
        bus.enqueue(numbered(50)),
        bus.enqueue(numbered(50).reverse()),
        newBus().enqueue(numbered(50)),
      ])
      const { deliveries, ids } = collect(bus)
      await until(() => deliveries.length >= 50, 'all of them')
      await sleep(DUPLICATE_WINDOW_MS + 300)
      expect(ids()).toEqual(
        numbered(50)
          .map(({ id }) => id)
          .toSorted(),
      )
      await bus.enqueue([message('m7')])
      await until(() => deliveries.length === 51, 'the new one')
      expect(deliveries.at(-1)).toMatchObject({ id: 'm7', attempt: 1 })
    })

    it('accepts an empty list and refuses messages that no bus can transport', async () => {
      const bus = newBus()
      await bus.enqueue([])
      await bus.announce([])
      for (const wrong of [
        message(''),
        message('half\ud800'),
        message('a b'),
        message('x'.repeat(257)),
        { ...message('a'), subject: 'touchstone.frames.*' },
        { ...message('a'), subject: 'touchstone..frames' },
        message('a', '"\0"'),
        message('a', '"\ud800"'),
      ])
        await expect(bus.enqueue([message('good'), wrong]), JSON.stringify(wrong)).rejects.toThrow(RangeError)
      const { deliveries } = collect(bus)
      await sleep(400)
      expect(deliveries).toEqual([])
    })

    it('handles no more than its concurrency at once, and spreads work over workers', async () => {
      const handled = new Map<string, string[]>()
      let most = 0
      for (const name of ['a', 'b']) {
        let inHand = 0
        newBus().work({
          concurrency: 3,
          handle: async ({ id }) => {
            most = Math.max(most, ++inHand)
            await sleep(5)
            inHand--
            handled.set(id, [...(handled.get(id) ?? []), name])
          },
          exhausted: async () => undefined,
        })
      }
      await newBus().enqueue(numbered(120))
      await until(() => handled.size === 120, 'all of them')
      expect(most).toBe(3)
      const workers = [...handled.values()]
      expect(workers.every((names) => names.length === 1)).toBe(true)
      expect(new Set(workers.flat()).size).toBe(2)
    })

    it('retries a failing message after growing pauses, then gives it up and announces it', {
      tags: ['nightly'],
    }, async () => {
      const bus = newBus()
      const other = newBus()
      const announcements = await listening(other, bus)
      const attempts: { attempt: number; at: number }[] = []
      const lastWords: [WorkDelivery, string][] = []
      bus.work({
        concurrency: 4,
        handle: async ({ id, attempt }) => {
          if (id !== 'poison') return
          attempts.push({ attempt, at: performance.now() })
          throw new Error(`attempt ${attempt}\0`)
        },
        exhausted: async (delivery, reason) => void lastWords.push([delivery, reason]),
      })
      await bus.enqueue([message('poison', '{"a":1}'), ...numbered(5)])
      await until(() => announcements.length > 0, 'the announcement of the dead letter')
      await sleep(700)
      expect(attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5])
      const pauses = attempts.slice(1).map(({ at }, i) => at - (attempts[i]?.at ?? 0))
      for (const [i, least] of [250, 500, 1_000, 2_000].entries()) expect(pauses[i]).toBeGreaterThanOrEqual(least - 10)
      expect(lastWords).toEqual([[{ ...message('poison', '{"a":1}'), attempt: MAX_ATTEMPTS }, 'attempt 5\u{fffd}']])
      expect(announcements).toEqual([{ subject: DEAD_LETTERS_SUBJECT, id: 'poison', payload: expect.any(String) }])
      expect(JSON.parse(announcements[0]?.payload ?? '')).toEqual({
        id: 'poison',
        subject: SUBJECT,
        payload: '{"a":1}',
        attempts: MAX_ATTEMPTS,
        reason: 'attempt 5\u{fffd}',
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      })
    })

    it('delivers a message again if its exhausted callback failed', { tags: ['nightly'] }, async () => {
      const bus = newBus()
      let failures = 0
      let lastWords = 0
      bus.work({
        concurrency: 1,
        handle: async () => {
          failures++
          throw new Error('no')
        },
        exhausted: async () => {
          if (++lastWords === 1) throw new Error('the database is unavailable')
        },
      })
      await bus.enqueue([message('poison')])
      await until(() => lastWords === 2, 'the exhausted callback')
      expect(failures).toBe(MAX_ATTEMPTS)
    })

    it('leaves a message with the worker that handles it, however long that takes', { tags: ['nightly'] }, async () => {
      let handled = 0
      const take = () =>
        newBus({ leaseMs: 1_000 }).work({
          concurrency: 2,
          handle: async () => {
            handled++
            await sleep(3_500)
          },
          exhausted: async () => undefined,
        })
      const [one, two] = [take(), take()]
      await newBus().enqueue([message('slow')])
      await until(() => handled === 1, 'the first delivery')
      await sleep(4_500)
      expect(handled).toBe(1)
      await Promise.all([one.stop(0), two.stop(0)])
    })

    it('loses nothing when workers are killed, and does not blame messages that were only held by them', {
      tags: ['nightly'],
      timeout: 600_000,
    }, async () => {
      const bus = newBus({ leaseMs: 1_500 })
      await bus.enqueue(numbered(150))
      const lines = new Set<string>()
      for (let kill = 0; kill < 4; kill++) {
        let took = 0
        const child = spawn(
          process.execPath,
          ['--import', 'tsx', 'server/messaging/testing/worker-process.ts', server.address({ leaseMs: 1_500 }), '20'],
          { stdio: ['ignore', 'pipe', 'inherit'] },
        )
        child.stdout.on('data', (chunk: Buffer) => {
          for (const line of chunk.toString().split('\n')) {
            if (line.startsWith('took') && !line.endsWith('5')) took++
            if (line !== '') lines.add(line)
          }
        })
        const ended = new Promise((resolve) => child.once('exit', resolve))
        try {
          await until(() => took >= 20, 'as much as it may have in hand', 120_000)
        } finally {
          child.kill('SIGKILL')
        }
        await ended
      }
      const done = new Set([...lines].filter((line) => line.startsWith('done')).map((line) => line.slice(5)))
      expect(done.size).toBeGreaterThan(0)
      const { ids, deliveries } = collect(bus)
      await until(() => new Set([...done, ...ids()]).size === 150, 'every message')
      await sleep(300)
      expect([...lines].filter((line) => line.startsWith('exhausted'))).toEqual([])
      expect(Math.max(...deliveries.map(({ attempt }) => attempt))).toBeGreaterThan(1)
      expect(new Set(ids()).size).toBe(ids().length)
    })

    it('notifies every process once, its own at once, and omits payloads that are too large', async () => {
      const bus = newBus()
      const other = newBus()
      const announcements = await listening(other, bus)
      const own: Announcement[] = []
      bus.listen(() => {
        throw new Error('a listener with a bug')
      })
      const listener = bus.listen((announcement) => own.push(announcement))
      const many = Array.from({ length: 300 }, (_, i) => ({
        subject: RESPONSE,
        id: `many-${i}`,
        payload: JSON.stringify({ i, text: 'ü"'.repeat(i) }),
      }))
      const large = { subject: RESPONSE, id: 'large', payload: JSON.stringify('x'.repeat(2_000_000)) }
      const twin = { subject: `${RESPONSE}-2`, id: 'large', payload: '{}' }
      const named = { subject: RESPONSE, id: 'named', about: 'trace % 7 ü', payload: JSON.stringify('x'.repeat(9_000)) }
      await Promise.all([bus.announce(many), bus.announce([large, twin, named])])
      await until(() => announcements.length >= 303 && own.length >= 303, 'all of them')
      await sleep(200)
      const byId = (all: readonly Announcement[]) =>
        all.toSorted((a, b) => (a.id + a.subject).localeCompare(b.id + b.subject))
      const expected = byId([...many, { ...large, payload: null }, twin, named])
      expect(byId(announcements).map(({ id, subject }) => [id, subject])).toEqual(
        expected.map(({ id, subject }) => [id, subject]),
      )
      for (const [i, announcement] of byId(announcements).entries())
        expect([expected[i]?.payload, null], announcement.id).toContain(announcement.payload)
      expect(announcements.find(({ id }) => id === 'many-9')?.payload).toBe(many[9]?.payload)
      for (const all of [announcements, own]) expect(all.find(({ id }) => id === 'named')?.about).toBe(named.about)
      expect(own).toHaveLength(303)
      listener.stop()
      await bus.announce([{ ...twin, id: 'later' }])
      await until(() => announcements.some(({ id }) => id === 'later'), 'the last one')
      expect(own).toHaveLength(303)
    })

    it('recovers after its server was unavailable, and loses nothing', { tags: ['nightly'] }, async () => {
      const bus = newBus({ retryForMs: 30_000 })
      const other = newBus({ retryForMs: 30_000 })
      const announcements = await listening(other, bus)
      const { deliveries, ids } = collect(other)
      await bus.enqueue(numbered(20, 'before'))
      await server.killServer()
      const during = bus.enqueue(numbered(20, 'during'))
      await server.startServer()
      await during
      await bus.enqueue(numbered(20, 'after'))
      const wanted = ['before', 'during', 'after'].flatMap((prefix) => numbered(20, prefix).map(({ id }) => id))
      await until(() => wanted.every((id) => ids().includes(id)), 'every message')
      await until(async () => {
        await bus.announce([{ subject: RESPONSE, id: `back-${deliveries.length}-${performance.now()}`, payload: '1' }])
        await sleep(20)
        return announcements.some(({ id }) => id.startsWith('back'))
      }, 'an announcement')
      expect(await bus.ping()).toBe(null)
    })

    it('refuses with BusUnavailableError when its retries are used up', async () => {
      const bus = newBus({ retryForMs: 0 })
      await until(async () => (await bus.ping()) === null, 'the bus')
      await server.killServer()
      try {
        // The supervisor restarts the database at once, so only one of many calls finds it stopped.
        const errors: unknown[] = []
        await until(async () => {
          await bus.enqueue([message('x')]).catch((error: unknown) => errors.push(error))
          return errors.length > 0
        }, 'a refusal')
        expect(errors[0]).toBeInstanceOf(BusUnavailableError)
      } finally {
        await server.startServer()
      }
      await until(async () => (await bus.ping()) === null, 'the bus again')
    })

    it('finishes the work in hand when it stops, and takes nothing new', async () => {
      const bus = newBus()
      const done: string[] = []
      const worker = bus.work({
        concurrency: 1,
        handle: async ({ id }) => {
          await sleep(300)
          done.push(id)
        },
        exhausted: async () => undefined,
      })
      await bus.enqueue(numbered(3))
      await sleep(100)
      await worker.stop(10_000)
      const first = done.length
      expect(first).toBeGreaterThan(0)
      expect(first).toBeLessThan(3)
      const { ids } = collect(newBus())
      await until(() => ids().length + first === 3, 'the others')
      expect([...done, ...ids()].toSorted()).toEqual(['m0', 'm1', 'm2'])
    })

    it('gives back unfinished work when it stops, so that others need not wait for the lease', async () => {
      const bus = newBus({ leaseMs: 60_000 })
      let aborted = 0
      const worker = bus.work({
        concurrency: 10,
        handle: (_delivery, signal) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              aborted++
              reject(new Error('stopped'))
            })
          }),
        exhausted: async () => undefined,
      })
      await bus.enqueue(numbered(5))
      const { ids } = await (async () => {
        await sleep(500)
        await worker.stop(100)
        return collect(newBus({ leaseMs: 60_000 }))
      })()
      expect(aborted).toBe(5)
      await until(() => ids().length === 5, 'what was given back', 10_000)
    })
  })
