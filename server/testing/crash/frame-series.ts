/**
 * Sends frames through processes that are killed. Every frame that was answered `sent` must be answered once. At the
 * end, everything acknowledged must be in the database and reach a new client.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../database/embedded/embedded-postgres'
import { silentLog } from '../../database/testing/fresh-database'
import { type Random, seededRandom } from '../../engine/testing/random-rules'
import { type OwnNats, startOwnNats } from '../../messaging/testing/own-nats'
import { FrameClient } from '../frames/frame-client'
import { type FrameTarget, goodAnswer, makeFrameTarget, SUMS } from '../frames/frame-target'
import { ProcessFleet } from '../frames/process-fleet'
import { FRAME_VICTIMS, type FrameSeries, type FrameVictim, readStoredAnswers, verifyFrames } from './verify-frames'

export const BUSES = ['database', 'nats'] as const
export type BusKind = (typeof BUSES)[number]

export interface FrameSeriesInput {
  readonly bus: BusKind
  readonly frames: number
  readonly kills: number
  readonly seed: number
}

interface Ground {
  readonly database: EmbeddedPostgres
  readonly nats: OwnNats | null
  readonly fleet: ProcessFleet
}

const ROLES_OF: Readonly<Record<string, readonly string[]>> = { evaluator: ['evaluator'], server: ['api', 'all'] }
const SENDERS = 8
/** Wait after the last frame: a lost message is found after one minute, and searched every minute. */
const ANSWER_TIMEOUT_MS = 240_000
const AUTH_SECRET = 'the secret of the servers of a kill run'

/**
 * @param report is called after every kill
 * @returns null if the bus needs a server that is not installed
 */
export async function frameSeries(
  input: FrameSeriesInput,
  report: (soFar: string) => void,
): Promise<FrameSeries | null> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-frames-'))
  const nats = input.bus === 'nats' ? await startOwnNats('the kill run on NATS') : null
  if (input.bus === 'nats' && nats === null) return null
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), log: silentLog })
  const fleet = new ProcessFleet()
  try {
    const common = {
      ...{
        AUTH_SECRET,
        DATABASE_URL: database.url,
        DATABASE_OWNER_URL: database.ownerUrl,
        SOLVER_WORKERS: '1',
        DATA_DIR: join(folder, 'data'),
      },
      ...(nats !== null && { BUS_URL: nats.url }),
    }
    // If frames and bus are in one database, a process of all roles evaluates the frames that it accepted.
    const first = await fleet.add({ ...common, ROLE: nats === null ? 'all' : 'api' })
    const target = await makeFrameTarget(first, database, SUMS)
    for (const ROLE of ['api', 'evaluator', 'evaluator']) await fleet.add({ ...common, ROLE })
    return await runSeries({ database, nats, fleet }, target, input, report)
  } finally {
    await fleet.stop()
    await database.stop()
    await nats?.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runSeries(
  ground: Ground,
  target: FrameTarget,
  { frames, kills, seed }: FrameSeriesInput,
  report: (soFar: string) => void,
): Promise<FrameSeries> {
  const random = seededRandom(seed)
  const url = () => ground.fleet.url()
  const client = new FrameClient({ target, url })
  const waiting = Array.from({ length: frames }, () => randomUUID())
  const sent: string[] = []
  const sending = Promise.all(
    Array.from({ length: SENDERS }, async () => {
      for (let trace = waiting.pop(); trace !== undefined; trace = waiting.pop()) {
        client.expect(trace)
        await client.send(trace, goodAnswer(waiting.length))
        sent.push(trace)
      }
    }),
  )
  const killed = new Map<FrameVictim, number>()
  for (let kill = 0; kill < kills; kill++) {
    // Spreads the kills over the frames, so that each hits other frames.
    const due = Math.floor((frames * (kill + random())) / kills)
    while (sent.length < due) await sleep(5)
    const victim = FRAME_VICTIMS[kill % FRAME_VICTIMS.length] ?? 'evaluator'
    await killVictim(ground, victim, random)
    killed.set(victim, (killed.get(victim) ?? 0) + 1)
    report(`${kill + 1} kills (${victim}), ${sent.length} sent, ${client.answers.size} answered`)
  }
  await sending
  await ground.fleet.whole()
  const deadline = performance.now() + ANSWER_TIMEOUT_MS
  while (client.answers.size < frames && performance.now() < deadline) await sleep(100)
  const late = new FrameClient({ target, url })
  for (const trace of sent) late.expect(trace)
  while (late.answers.size < client.answers.size && performance.now() < deadline) await sleep(100)
  const database = new pg.Client({ connectionString: ground.database.url })
  await database.connect()
  try {
    return { kills: killed, ...verifyFrames(await readStoredAnswers(database), sent, [client, late]) }
  } finally {
    await database.end()
    client.close()
    late.close()
  }
}

async function killVictim({ database, nats, fleet }: Ground, victim: FrameVictim, random: Random): Promise<void> {
  const choose = (count: number) => Math.floor(random() * count)
  if (victim === 'bus' && nats !== null) {
    await nats.kill()
    await sleep(random() * 1_000)
    await nats.start()
  } else if (victim === 'database' || victim === 'bus') {
    const pid = database.processId()
    if (pid !== null) process.kill(pid, 'SIGKILL')
  }
  // There may be no such process at this moment.
  else
    for (const kind of victim.split(' and ')) while (!(await fleet.kill(ROLES_OF[kind] ?? [], choose))) await sleep(100)
}
