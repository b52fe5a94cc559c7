/**
 * Measures the guardrail platform on the database bus: the latency of a frame from send to the response on the
 * WebSocket, against the same check by POST /v1/check and one durable row; and frames per second from send to stored
 * answer, against durable single-row inserts of one client.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import pg from 'pg'
import { visitEmbeddedPostgres } from '../../../database/embedded/visit-embedded-postgres'
import { openStore } from '../../../database/store'
import { silentLog } from '../../../database/testing/fresh-database'
import { startServer } from '../../running-server'
import { median } from '../interleave'
import { makeInput, random, touchstoneSource } from '../subject'
import { asClaims, claimsText } from '../touchstone'
import { atRate, framesAtRate, milliseconds, quantile, type Rate } from './frame-latency'
import { check, frameText, makeSubject, type PlatformSubject, type Post, poster } from './platform-subject'

/** For the latency. */
const RATE = 100
const AT: Rate = { perSecond: RATE, seconds: 3 }
const CONNECTIONS = 128
const RUN_MS = 3_000

export async function benchFrames(rounds: number): Promise<void> {
  const server = await startServer()
  const visit = await visitEmbeddedPostgres({ dataDir: server.dataDir, log: silentLog })
  const store = await openStore({ url: visit.url, ownerUrl: visit.ownerUrl, log: silentLog, connections: 2 })
  // With one connection, queries run one after the other.
  const client = new pg.Pool({ connectionString: visit.ownerUrl, max: 1 })
  await client.query('CREATE TABLE bench_row (id uuid PRIMARY KEY, body text NOT NULL)')
  try {
    const subject = await makeSubject(server, store, touchstoneSource(1))
    const next = random(23)
    const claims = Array.from({ length: 200 }, () => claimsText(asClaims(makeInput(1, next))))
    const post = poster(server.url, CONNECTIONS)
    const insert = async (body: string) => {
      const values = [randomUUID(), body]
      await client.query({ name: 'bench', text: 'INSERT INTO bench_row VALUES ($1, $2)', values })
    }
    await benchLatency(rounds, server.url, post, subject, claims, insert)
    await benchThroughput(rounds, server.url, subject, claims, client, insert)
  } finally {
    await client.end()
    await store.close()
    await visit.leave()
    await server.stop()
  }
}

async function benchLatency(
  rounds: number,
  url: string,
  post: Post,
  subject: PlatformSubject,
  claims: readonly string[],
  insert: (body: string) => Promise<void>,
): Promise<void> {
  const frames = () => framesAtRate({ url, post, subject, claims }, AT)
  const checks = () =>
    atRate(AT, async (i) => {
      const text = claims[i % claims.length]!
      await check(post, subject, text)
      await insert(text)
    })
  await frames()
  await checks()
  const own: (readonly number[])[] = []
  const peer: (readonly number[])[] = []
  for (let round = 0; round < rounds; round++) {
    own.push(await frames())
    peer.push(await checks())
  }
  const at = (share: number) => ({
    own: median(own.map((times) => quantile(times, share))),
    peer: median(peer.map((times) => quantile(times, share))),
    ratio: median(own.map((times, i) => quantile(times, share) / quantile(peer[i]!, share))),
  })
  const [middle, late] = [at(0.5), at(0.95)]
  console.log(
    `\nA frame from send to its response on the WebSocket, policy_rules on a claim dictionary, 12 assertions, ${RATE} a second (median of ${rounds} interleaved rounds)`,
  )
  console.log(`  frame              ${milliseconds(middle.own)}, 95 % within ${milliseconds(late.own)}`)
  console.log(`  /v1/check and row  ${milliseconds(middle.peer)}, 95 % within ${milliseconds(late.peer)}`)
  console.log(`  frame / check and row: ${middle.ratio.toFixed(2)} (95 %: ${late.ratio.toFixed(2)})`)
}

async function benchThroughput(
  rounds: number,
  url: string,
  subject: PlatformSubject,
  claims: readonly string[],
  client: pg.Pool,
  insert: (body: string) => Promise<void>,
): Promise<void> {
  const frames = () => framesThrough(url, subject, claims, client)
  const rows = async () => {
    const began = performance.now()
    let count = 0
    while (performance.now() - began < RUN_MS / 2) await insert(claims[count++ % claims.length]!)
    return (count / (performance.now() - began)) * 1_000
  }
  await frames()
  await rows()
  const own: number[] = []
  const peer: number[] = []
  for (let round = 0; round < rounds; round++) {
    own.push(await frames())
    peer.push(await rows())
  }
  const ratio = median(own.map((rate, i) => rate / peer[i]!))
  console.log(
    `\nFrames from send over HTTP to stored answer, ${CONNECTIONS} connections, against durable single-row inserts of one client into the same database (median of ${rounds} interleaved rounds)`,
  )
  console.log(`  frames   ${median(own).toFixed(0).padStart(8)} a second`)
  console.log(`  inserts  ${median(peer).toFixed(0).padStart(8)} a second`)
  console.log(`  frames / inserts: ${ratio.toFixed(2)}`)
}

/** Sends another frame each time. */
export function frameRequest(
  { targetId, token }: PlatformSubject,
  claims: readonly string[],
  topic: string,
): autocannon.Request {
  let sent = 0
  return {
    method: 'POST',
    path: `/client-api/bus/send?target_id=${targetId}`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    setupRequest: (request) => ({
      ...request,
      body: frameText(randomUUID(), topic, claims[sent++ % claims.length]!),
    }),
  }
}

/** Returns frames per second until the last answer is stored. */
async function framesThrough(url: string, subject: PlatformSubject, claims: readonly string[], client: pg.Pool) {
  const topic = randomUUID()
  const count = async () => {
    const { rows } = await client.query<{ stored: number; waiting: number }>(
      `SELECT count(*)::float8 AS stored, count(*) FILTER (WHERE frame_id IS NULL)::float8 AS waiting
       FROM frame LEFT JOIN frame_response ON frame.id = frame_id WHERE topics = $1`,
      [[topic]],
    )
    return rows[0]!
  }
  const began = performance.now()
  const load = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: RUN_MS / 1_000,
    requests: [frameRequest(subject, claims, topic)],
  })
  if (load.non2xx > 0 || load.errors > 0) throw new Error(`${load.non2xx} refusals and ${load.errors} errors`)
  for (;;) {
    const { stored, waiting } = await count()
    if (waiting === 0) return (stored / (performance.now() - began)) * 1_000
    await sleep(20)
  }
}
