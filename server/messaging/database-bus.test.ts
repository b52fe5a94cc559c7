import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { framesSubject } from '../api/terms/bus-subjects'
import { silentLog } from '../database/testing/fresh-database'
import { until } from '../testing/until'
import type { Bus, Reservation, WorkDelivery } from './bus/bus'
import { HOLDER_LOCK, workRows } from './database/work-rows'
import { databaseUnderTest, type OpenOptions } from './testing/buses-under-test'

const SUBJECT = framesSubject('0b5ab8a1-54a5-4a3a-9a84-2f4f27c4b4b1')
const server = await databaseUnderTest()
const { url } = JSON.parse(server.address()) as { url: string }
const database = new pg.Pool({ connectionString: url, max: 2 })
database.on('error', () => undefined)
const open: Bus[] = []

afterAll(async () => {
  await database.end()
  await server.remove()
})
beforeEach(() => server.renew())
afterEach(async () => {
  for (const bus of open.splice(0)) await bus.close()
})

function newBus(options?: OpenOptions): Bus {
  const bus = server.open(options)
  open.push(bus)
  return bus
}

function collect(bus: Bus): WorkDelivery[] {
  const deliveries: WorkDelivery[] = []
  bus.work({
    concurrency: 8,
    handle: async (delivery) => void deliveries.push(delivery),
    exhausted: async () => undefined,
  })
  return deliveries
}

/** Adds a row as a caller does in its own transaction. */
async function addRow(id: string): Promise<void> {
  await database.query(
    `INSERT INTO bus_work (id, subject, payload, available_at) VALUES ($1, $2, '{}', clock_timestamp() AT TIME ZONE 'UTC')`,
    [id, SUBJECT],
  )
}

/** Adds a row as already taken. */
async function addTaken(id: string, { holder, leaseMs }: Pick<Reservation, 'holder' | 'leaseMs'>): Promise<string> {
  const { rows } = await database.query<{ seq: string }>(
    `INSERT INTO bus_work (id, subject, payload, attempts, holder, available_at)
     VALUES ($1, $2, '{}', 1, $3, clock_timestamp() AT TIME ZONE 'UTC' + $4 * interval '1 millisecond') RETURNING seq::text`,
    [id, SUBJECT, holder, leaseMs],
  )
  return rows[0]!.seq
}

const waiting = async () => Number((await database.query('SELECT count(*) FROM bus_work')).rows[0].count)

it('finds rows by polling, without a notification', async () => {
  const deliveries = collect(newBus({ pollMs: 100 }))
  await addRow('unannounced')
  await until(() => deliveries.length === 1, 'the row')
})

it('is woken in its own process and from another one', async () => {
  const bus = newBus({ pollMs: 3_600_000 })
  const other = newBus()
  const deliveries = collect(bus)
  await until(async () => {
    await addRow(`probe-${performance.now()}`)
    other.wake()
    await sleep(100)
    return deliveries.length > 0
  }, 'a first wake-up')
  const before = deliveries.length
  await addRow('own')
  bus.wake()
  await until(() => deliveries.length > before, 'the row of its own process')
  await addRow('of another')
  other.wake()
  await until(() => deliveries.some(({ id }) => id === 'of another'), 'the row of another process')
})

it('is woken by what it enqueues itself, without polling', async () => {
  const bus = newBus({ pollMs: 3_600_000 })
  const deliveries = collect(bus)
  await sleep(300)
  await bus.enqueue([{ id: 'a', subject: SUBJECT, payload: '{}' }])
  await until(() => deliveries.length === 1, 'the message')
})

it('hands over rows that were added as taken, without a claim, and reserves room for them', async () => {
  const bus = newBus({ pollMs: 3_600_000 })
  expect(bus.reserve(1)).toBe(null)
  const deliveries: WorkDelivery[] = []
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const handle = async (delivery: WorkDelivery) => {
    deliveries.push(delivery)
    await finished
  }
  bus.work({ concurrency: 3, handle, exhausted: async () => undefined })
  const room = (most: number) => {
    const reservation = bus.reserve(most)
    reservation?.handOver([])
    return reservation?.room ?? 0
  }
  await until(() => room(9) === 3, 'a worker that may take')
  const taking = bus.reserve(2)!
  expect([taking.room, room(9)]).toEqual([2, 1])
  const messages = ['a', 'b'].map((id) => ({ id, subject: SUBJECT, payload: '{}' }))
  taking.handOver(await Promise.all(messages.map(async (each) => ({ seq: await addTaken(each.id, taking), ...each }))))
  expect(deliveries).toEqual(messages.map((each) => ({ ...each, attempt: 1 })))
  expect(room(9)).toBe(1)
  finish()
  await until(async () => (await waiting()) === 0, 'the end of the work')
  expect(room(9)).toBe(3)
})

it('finds rows that a dead process added as taken and never handed over', {
  tags: ['nightly'],
}, async () => {
  const dying = newBus()
  dying.work({ concurrency: 3, handle: async () => undefined, exhausted: async () => undefined })
  let taking: Reservation | null = null
  await until(() => {
    taking = dying.reserve(1)
    return taking !== null
  }, 'a worker that may take')
  await addTaken('orphan', { holder: taking!.holder, leaseMs: 3_600_000 })
  const deliveries = collect(newBus())
  await dying.close()
  await until(() => deliveries.length === 1, 'the orphan', 8_000)
  expect(deliveries[0]).toMatchObject({ id: 'orphan', attempt: 2 })
})

it('sends no notification while it is the only process, and notifies a second one from its first moment', async () => {
  const observer = new pg.Client({ connectionString: url })
  observer.on('error', () => undefined)
  await observer.connect()
  const notifications: string[] = []
  observer.on('notification', ({ payload = '' }) => notifications.push(payload))
  await observer.query('LISTEN touchstone_bus')
  const first = newBus()
  await until(() => notifications.length === 1, 'the word of the first one that it is there')
  const say = (id: string) => first.announce([{ subject: SUBJECT, id, about: 'a trace', payload: '{}' }])
  const own: string[] = []
  first.listen(({ id }) => own.push(id))
  await sleep(100)
  await say('alone')
  await sleep(200)
  expect([own, notifications.length]).toEqual([['alone'], 1])
  const announced: string[] = []
  newBus().listen(({ id, about, payload }) => announced.push(`${id} ${about} ${payload}`))
  await until(() => notifications.length === 2, 'the word of the second one')
  // The observer may receive the second bus's notification before the first bus does.
  await until(async () => {
    await say('together')
    return announced.length > 0
  }, 'the announcement')
  expect(new Set(announced)).toEqual(new Set(['together a trace null']))
  await observer.end()
})

it('leaves nothing behind but dead letters', { tags: ['nightly'] }, async () => {
  const bus = newBus()
  await bus.enqueue(['a', 'b', 'poison'].map((id) => ({ id, subject: SUBJECT, payload: `{"id":"${id}"}` })))
  bus.work({
    concurrency: 8,
    handle: async ({ id }) => {
      if (id === 'poison') throw new Error('always')
    },
    exhausted: async () => undefined,
  })
  await until(async () => (await waiting()) === 0, 'an empty queue')
  const { rows } = await database.query('SELECT id, subject, payload, attempts, reason FROM bus_dead_letter')
  expect(rows).toEqual([{ id: 'poison', subject: SUBJECT, payload: '{"id":"poison"}', attempts: 5, reason: 'always' }])
})

it('takes the work of a dead process long before its lease runs out', { tags: ['nightly'] }, async () => {
  await addRow('orphan')
  // This process took it, holds no lock and has a lease of an hour.
  const died = workRows(database, 4_711, 3_600_000)
  expect(await died.claim(5)).toMatchObject([{ delivery: { id: 'orphan', attempt: 1 } }])
  const deliveries = collect(newBus())
  await until(() => deliveries.length === 1, 'the orphan', 8_000)
  expect(deliveries[0]).toMatchObject({ id: 'orphan', attempt: 2 })
})

it('takes nothing from a live process that only lost its connections', { tags: ['nightly'] }, async () => {
  const bus = newBus({ leaseMs: 60_000 })
  let deliveries = 0
  const handle = async () => {
    deliveries++
    await sleep(7_000)
  }
  for (const each of [bus, newBus({ leaseMs: 60_000 })])
    each.work({ concurrency: 1, handle, exhausted: async () => undefined })
  await bus.enqueue([{ id: 'long', subject: SUBJECT, payload: '{}' }])
  await until(() => deliveries === 1, 'the delivery')
  await until(async () => (await holders()) === 2, 'the locks of both')
  await database.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'touchstone bus'`,
  )
  await until(async () => (await holders()) === 2, 'the locks of both again')
  await until(async () => (await waiting()) === 0, 'the end of the work')
  expect(deliveries).toBe(1)
})

it('is not held up by messages that rest', async () => {
  for (let i = 0; i < 300; i++) await addRow(`resting-${i}`)
  await database.query(`UPDATE bus_work SET available_at = available_at + interval '1 hour'`)
  const deliveries = collect(newBus())
  await addRow('due')
  await until(() => deliveries.length === 1, 'the row that is due')
  expect(await waiting()).toBeGreaterThanOrEqual(300)
})

it('reports that the database is unavailable, without secrets', async () => {
  const { openDatabaseBus } = await import('./database-bus')
  const bus = openDatabaseBus({ url: 'postgresql://user:secret@127.0.0.1:1/none', log: silentLog, retryForMs: 100 })
  open.push(bus)
  expect(await bus.ping()).toBe('the bus cannot be reached')
  await expect(bus.enqueue([{ id: 'a', subject: SUBJECT, payload: '{}' }])).rejects.toThrow('cannot be reached')
  await expect(bus.announce([{ id: 'a', subject: SUBJECT, payload: '{}' }])).rejects.toThrow('cannot be reached')
})

async function holders(): Promise<number> {
  const { rows } = await database.query(
    `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = ${HOLDER_LOCK}`,
  )
  return Number(rows[0].count)
}
