/**
 * Compares two evaluator processes with one, on NATS and PostgreSQL, for frames that need the solver, with one solver
 * worker in each process. The second process is started and stopped between rounds.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openStore } from '../../../database/store'
import { createExternalDatabase } from '../../../database/testing/external-database'
import { silentLog } from '../../../database/testing/fresh-database'
import { startOwnNats } from '../../../messaging/testing/own-nats'
import { type RunningServer, startServer } from '../../running-server'
import { median } from '../interleave'
import { frameText, makeSubject, type PlatformSubject, type Post, poster, sendFrame } from './platform-subject'

const WHAT = 'the benchmark of two evaluators'
/** About fifteen seconds of one solver, so that the uneven end matters little. */
const FRAMES = 160
/** Until a new process has compiled the ruleset and V8 the solver's hot code. */
const WARM_UP = 120
const CONNECTIONS = 16
/** Each takes the solver about a millisecond. */
const ASSERTIONS = 96
const POLL_MS = 50

export async function benchEvaluators(rounds: number): Promise<void> {
  const nats = await startOwnNats(WHAT)
  const database = nats === null ? null : await createExternalDatabase(WHAT)
  if (nats === null || database === null) {
    await nats?.remove()
    return
  }
  const shared = {
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    BUS_URL: nats.url,
    SOLVER_WORKERS: '1',
    EVALUATOR_CONCURRENCY: '8',
  }
  const servers: RunningServer[] = []
  const start = async (role: 'api' | 'evaluator') => {
    const server = await startServer({ ...shared, ROLE: role })
    servers.push(server)
    return server
  }
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  try {
    const api = await start('api')
    await start('evaluator')
    const store = await openStore({ url: database.url, ownerUrl: database.ownerUrl, log: silentLog, connections: 2 })
    const subject = await makeSubject(api, store, hardSource())
    await store.close()
    const post = poster(api.url, CONNECTIONS)
    const run = (frames: number) => framesThrough(post, subject, client, frames)
    await run(WARM_UP)
    const one: number[] = []
    const two: number[] = []
    for (let round = 0; round < rounds; round++) {
      one.push(await run(FRAMES))
      const second = await start('evaluator')
      await run(WARM_UP)
      two.push(await run(FRAMES))
      await second.stop()
    }
    const ratio = median(two.map((rate, i) => rate / one[i]!))
    console.log(
      `\nSolver-bound frames on NATS and PostgreSQL, one solver worker a process (median of ${rounds} interleaved rounds of ${FRAMES} frames)`,
    )
    console.log(`  one evaluator   ${median(one).toFixed(1).padStart(8)} a second`)
    console.log(`  two evaluators  ${median(two).toFixed(1).padStart(8)} a second`)
    console.log(`  two / one: ${ratio.toFixed(2)}`)
  } finally {
    await client.end()
    for (const server of servers) await server.stop()
    await database.drop()
    await nats.remove()
  }
}

/** Sums of unknown claims with different bounds, which need the solver. */
function hardSource(): string {
  const assertions = Array.from(
    { length: ASSERTIONS },
    (_, i) => `assert sums_${i} { Implies(And(a > b + n, c > d + ${i}), a + c > b + d + n + ${i}) };`,
  )
  const claims = ['a', 'b', 'c', 'd', 'n'].map((name) => `declare ${name} as numeric;`)
  return ['version 1.3;', ...claims, ...assertions, ''].join('\n')
}

async function framesThrough(post: Post, subject: PlatformSubject, client: pg.Client, frames: number): Promise<number> {
  const topic = randomUUID()
  const began = performance.now()
  const texts = Array.from({ length: frames }, (_, i) =>
    frameText(randomUUID(), topic, `{"a":null,"b":null,"c":null,"d":null,"n":${i}}`),
  )
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let text = texts.pop(); text !== undefined; text = texts.pop()) {
        const sent = await sendFrame(post, subject, text)
        if (sent.status !== 200) throw new Error(sent.text)
      }
    }),
  )
  for (;;) {
    const { rows } = await client.query<{ answered: number; failed: number }>(
      `SELECT count(*)::int AS answered, count(*) FILTER (WHERE conclusion IS NULL)::int AS failed
       FROM frame_response JOIN frame ON frame.id = frame_id WHERE topics = $1`,
      [[topic]],
    )
    const { answered, failed } = rows[0]!
    if (failed > 0) throw new Error(`${failed} frames were answered with an Error`)
    if (answered === frames) return (frames / (performance.now() - began)) * 1_000
    await sleep(POLL_MS)
  }
}
