/**
 * Measures the 95th percentile latency of one group's exact frames, on both buses and PostgreSQL,
 * - while 2,000 frames of another group and 50 of a third wait for a model that takes 20 seconds,
 * - while another group sends twenty times as many exact frames,
 * against the same frames without the crowd. The goal is at most twice the latency. It also prints the time of each
 * phase without the crowd. `BUSES=nats` or `BUSES=database` runs one of the two.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openStore } from '../../../database/store'
import { createExternalDatabase } from '../../../database/testing/external-database'
import { silentLog } from '../../../database/testing/fresh-database'
import { startOwnNats } from '../../../messaging/testing/own-nats'
import { startScriptedModelServer } from '../../../services/testing/scripted-model-server'
import { startServer } from '../../running-server'
import { makeInput, random, touchstoneSource } from '../subject'
import { asClaims, claimsText } from '../touchstone'
import { type FrameSource, framesAtRate, milliseconds, quantile, type Rate } from './frame-latency'
import { frameText, makeSubject, type PlatformSubject, type Post, poster, sendFrame } from './platform-subject'

const WHAT = 'the benchmark of lanes'
const MODEL_MS = 20_000
const CROWD = 2_000
const SECOND_CROWD = 50
const EXACT: Rate = { perSecond: 50, seconds: 10 }
const SMALL: Rate = { perSecond: 5, seconds: 9 }
/** A socket allows a thousand subscriptions. */
const LARGE: Rate = { perSecond: 100, seconds: 9 }
const CONNECTIONS = 64

export async function benchLanes(): Promise<void> {
  const buses = (process.env.BUSES ?? 'database,nats').split(',')
  if (buses.includes('database')) await benchBus('the database', {})
  const nats = buses.includes('nats') ? await startOwnNats(WHAT) : null
  if (nats === null) return
  try {
    await benchBus('NATS', { BUS_URL: nats.url })
  } finally {
    await nats.remove()
  }
}

async function benchBus(name: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const database = await createExternalDatabase(WHAT)
  if (database === null) return
  const model = await startScriptedModelServer(() => ({
    kind: 'slow',
    milliseconds: MODEL_MS,
    reply: { kind: 'object', value: {} },
  }))
  const server = await startServer({
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    MODEL_BASE_URL: model.baseUrl,
    MODEL_NAME: 'slow',
    ...settings,
  })
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  try {
    const store = await openStore({ url: database.url, ownerUrl: database.ownerUrl, log: silentLog, connections: 2 })
    const subjects: PlatformSubject[] = []
    for (let group = 0; group < 3; group++) subjects.push(await makeSubject(server, store, touchstoneSource(1)))
    await store.close()
    const [crowd, second, exact] = subjects
    if (crowd === undefined || second === undefined || exact === undefined) throw new Error('three groups were made')
    const post = poster(server.url, CONNECTIONS)
    const next = random(23)
    const claims = Array.from({ length: 200 }, () => claimsText(asClaims(makeInput(1, next))))
    const sourceOf = (subject: PlatformSubject): FrameSource => ({ url: server.url, post, subject, claims })
    for (const subject of [exact, crowd]) await framesAtRate(sourceOf(subject), EXACT)

    const small = await framesAtRate(sourceOf(exact), SMALL)
    const [beside] = await Promise.all([framesAtRate(sourceOf(exact), SMALL), framesAtRate(sourceOf(crowd), LARGE)])
    report(`${name}: ${SMALL.perSecond} frames a second, another group sends ${LARGE.perSecond}`, small, beside)

    const idle = await framesAtRate(sourceOf(exact), EXACT)
    await sendTexts(post, crowd, CROWD)
    await sendTexts(post, second, SECOND_CROWD)
    await untilInLane(client, CROWD + SECOND_CROWD)
    const crowded = await framesAtRate(sourceOf(exact), EXACT)
    report(`${name}: ${CROWD} and ${SECOND_CROWD} frames of two groups wait for a model`, idle, crowded)
    console.log(`  the second group has ${await slotsOf(client, second)} slots of the model's lane`)
  } finally {
    await client.end()
    await server.stop()
    await model.stop()
    await database.drop()
  }
}

function report(title: string, alone: readonly number[], crowded: readonly number[]): void {
  const [without, beside] = [quantile(alone, 0.95), quantile(crowded, 0.95)]
  console.log(`\n${title}`)
  console.log(`  95 % within ${milliseconds(without)} alone, ${milliseconds(beside)} beside the others`)
  console.log(`  beside / alone: ${(beside / without).toFixed(2)}`)
}

/** Sends frames with a text as the answer, so that a model must extract the claims. */
async function sendTexts(post: Post, subject: PlatformSubject, count: number): Promise<void> {
  const topic = randomUUID()
  const texts = Array.from({ length: count }, () => frameText(randomUUID(), topic, 'The bill was paid.'))
  const sendAll = async () => {
    for (let text = texts.pop(); text !== undefined; text = texts.pop()) {
      const sent = await sendFrame(post, subject, text)
      if (sent.status !== 200) throw new Error(sent.text)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, sendAll))
}

async function untilInLane(client: pg.Client, count: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ waiting: number }>(
      `SELECT count(*)::int AS waiting FROM bus_work WHERE lane = 'model'`,
    )
    if ((rows[0]?.waiting ?? 0) >= count) return
    await sleep(100)
  }
}

async function slotsOf(client: pg.Client, { targetId }: PlatformSubject): Promise<number> {
  const { rows } = await client.query<{ slots: number }>(
    `SELECT count(*)::int AS slots FROM bus_work WHERE lane = 'model' AND holder IS NOT NULL AND subject LIKE $1`,
    [`%${targetId}`],
  )
  return rows[0]?.slots ?? 0
}
