/** Streams of several processes over one real database and bus. The test moves their clock. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect } from 'vitest'
import type { EvaluatedFrame, ResponseMessage } from '../../../api/schemas/frame'
import { openStore, type Store } from '../../../database/store'
import { silentLog } from '../../../database/testing/fresh-database'
import { ManualClock } from '../../../engine/testing/queue-simulation'
import type { Bus } from '../../../messaging/bus/bus'
import { openDatabaseBus } from '../../../messaging/database-bus'
import { openSuiteDatabase } from '../../testing/suite-resources'
import { createFrames, type Frames } from '../frames/frames'
import { OPEN_CLIENT, type PlatformClient } from '../machine-accounts/platform-client'
import type { ReaderLimits, Subscription } from '../responses/open-reader'
import { createResponseStream, type Reading, type ResponseStream } from '../responses/response-stream'

export interface StreamProcess {
  readonly store: Store
  readonly bus: Bus
  readonly frames: Frames
  readonly stream: ResponseStream
  /** The number of pairs in each look-up so far. */
  readonly lookups: readonly number[]
  /** The number of answers of each look-up. */
  readonly brought: readonly number[]
  readonly troubles: unknown[]
}

export interface GroupUnderTest {
  readonly client: PlatformClient
  readonly namespaceId: string
  readonly targetId: string
}

export interface StreamsUnderTest {
  readonly processes: readonly StreamProcess[]
  readonly databaseUrl: string
  /** Moves the clock of all streams and starts what is due. */
  pass(milliseconds: number): void
  group(): Promise<GroupUnderTest>
  /** Sends a frame and returns its id. */
  send(group: GroupUnderTest, traceId: string, topics: readonly string[], client?: PlatformClient): Promise<string>
  /** Answers a frame in one process; `text` was validated. @returns the message */
  answer(frameId: string, process?: number, text?: string): Promise<ResponseMessage>
  /** Stores an answer without announcing it, like a process that crashes in between. */
  answerSilently(frameId: string): Promise<void>
  stop(): Promise<void>
}

export const EVALUATED: EvaluatedFrame = {
  ...{ C: ['The limit is 75 dollars.'], Q: null, A: 'Yes.', P: [] },
  ...{ E: { conclusion: 'YES', confidence: 1 }, Error: null },
}

export interface StreamsOptions {
  readonly readerLimits?: ReaderLimits
  /** The bus of one process; by default the database's. */
  readonly openBus?: (databaseUrl: string) => Bus | Promise<Bus>
}

export async function startStreams(count: number, options: StreamsOptions = {}): Promise<StreamsUnderTest> {
  const { readerLimits, openBus = (url) => openDatabaseBus({ url, log: silentLog }) } = options
  const closers: (() => unknown)[] = []
  const database = await openSuiteDatabase()
  closers.push(database.close)
  const clock = new ManualClock()
  const began = Date.now()
  const now = () => new Date(began + clock.now())
  const processes: StreamProcess[] = []
  for (let i = 0; i < count; i++) {
    const store = await openStore({ url: database.url, ownerUrl: database.ownerUrl, log: silentLog, connections: 5 })
    closers.push(() => store.close())
    const bus = await openBus(database.url)
    closers.push(() => bus.close())
    const troubles: unknown[] = []
    const reportTrouble = (error: unknown) => troubles.push(error)
    const limits = { waiting_frames: 1_000_000, waiting_frames_total: 1_000_000 }
    const frames = createFrames({ store, bus, now, newId: randomUUID, limits, reportTrouble })
    const lookups: number[] = []
    const brought: number[] = []
    const counted: Pick<Frames, 'responses'> = {
      responses: async (client, wanted, bounds) => {
        lookups.push(wanted.length)
        const result = await frames.responses(client, wanted, bounds)
        brought.push(result.length)
        return result
      },
    }
    const after = (milliseconds: number, call: () => void) => clock.after(milliseconds, call)
    const stream = createResponseStream({
      frames: counted,
      bus,
      now,
      after,
      reportTrouble,
      ...(readerLimits && { limits: readerLimits }),
    })
    closers.push(() => stream.close())
    processes.push({ store, bus, frames, stream, lookups, brought, troubles })
  }
  const client = new pg.Pool({ connectionString: database.ownerUrl, max: 3 })
  closers.push(() => client.end())
  const { store, frames } = processOf(processes, 0)

  return {
    processes,
    databaseUrl: database.url,
    pass: (milliseconds) => clock.advance(milliseconds),

    group: async () => {
      const [namespaceId, projectId, targetId] = [randomUUID(), randomUUID(), randomUUID()]
      await store.ensureNamespace({ id: namespaceId, displayName: 'Of a group', at: now() })
      await client.query(
        `INSERT INTO project (id, namespace_id, name, description, created_at, updated_at)
         VALUES ($1, $2, 'Under test', '', now(), now())`,
        [projectId, namespaceId],
      )
      await client.query(
        `INSERT INTO guardrail (id, namespace_id, project_id, name, type, configuration, created_at, updated_at, updated_by)
         VALUES ($1, $2, $3, 'Under test', 'human_review', '{}', now(), now(), 'a test')`,
        [targetId, namespaceId, projectId],
      )
      const groups = [{ namespaceId, name: `group-${namespaceId}` }]
      return { client: { ...OPEN_CLIENT, label: namespaceId, groups, isOpen: false }, namespaceId, targetId }
    },

    send: async (group, traceId, topics, sender = group.client) => {
      const { C, A } = EVALUATED
      await frames.send(sender, group.targetId, {
        ...{ trace_id: traceId, response_topic: [...topics], entailment_frame: { C, A } },
      })
      const { rows } = await client.query<{ id: string }>(
        'SELECT id FROM frame WHERE namespace_id = $1 AND trace_id = $2 AND topics = $3 AND audience = $4',
        [group.namespaceId, traceId, topics, sender.isOpen ? 'open' : 'group'],
      )
      const [row] = rows
      if (row === undefined) throw new Error('the frame was not stored')
      return row.id
    },

    answer: async (frameId, process = 0, text = 'Yes.') => {
      const { message } = await processOf(processes, process).frames.complete(frameId, randomUUID(), {
        ...EVALUATED,
        A: text,
      })
      return message
    },

    answerSilently: async (frameId) => {
      await store.insertResponses([
        {
          ...{ frameId, messageId: randomUUID(), railId: randomUUID(), body: JSON.stringify(EVALUATED) },
          ...{ conclusion: 'YES', answeredAt: now() },
        },
      ])
    },

    stop: async () => {
      for (const close of closers.reverse()) await close()
    },
  }
}

function processOf(processes: readonly StreamProcess[], index: number): StreamProcess {
  const result = processes[index]
  if (result === undefined) throw new Error(`there is no process ${index}`)
  return result
}

/** A reader and its messages. */
export class ReaderUnderTest {
  readonly got: { readonly subscription: Subscription; readonly message: ResponseMessage }[] = []
  /** How many messages it still accepts. */
  room = Number.POSITIVE_INFINITY
  readonly reading: Reading

  constructor({ stream }: Pick<StreamProcess, 'stream'>, client: PlatformClient) {
    this.reading = stream.open(client, {
      deliver: ({ topic, traceId }, message) => {
        if (this.room <= 0) return false
        this.room--
        this.got.push({ subscription: { topic, traceId }, message })
        return true
      },
    })
  }

  subscribe(traceId: string, topic: string): void {
    this.reading.subscribe({ topic, traceId })
  }

  get ids(): readonly string[] {
    return this.got.map(({ message }) => message.id)
  }

  /** Waits for this number of messages. */
  async hasGot(count: number): Promise<void> {
    await expect.poll(() => this.got.length, { timeout: 20_000, interval: 5 }).toBeGreaterThanOrEqual(count)
  }
}
