/** Looks up stored answers with one bounded query at a time for the whole process. Failed queries are repeated. */
import type { Frames } from '../frames/frames'
import type { StoredResponse } from '../frames/responses'
import { OPEN_CLIENT, type PlatformClient } from '../machine-accounts/platform-client'
import type { Waiting } from './open-reader'

export interface LookupDependencies {
  readonly frames: Pick<Frames, 'responses'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly pollMs: number
  readonly reportTrouble: (error: unknown) => void
}

const MAX_WANTED = 250
/** The most that a process holds in memory for slow readers. */
const MAX_ANSWERS = 100
const MAX_PAUSE_MS = 60_000

export class ResponseLookups {
  private queue: Waiting[] = []
  private isRunning = false
  private isClosed = false

  constructor(private readonly dependencies: LookupDependencies) {}

  ask(waiting: Waiting): void {
    if (waiting.isQueued || waiting.hasEnded || waiting.announcementsOnly || this.isClosed) return
    waiting.isQueued = true
    this.queue.push(waiting)
    if (this.isRunning) return
    this.isRunning = true
    // Lets subscriptions of this turn share a query.
    void Promise.resolve()
      .then(() => this.run())
      .catch(this.dependencies.reportTrouble)
  }

  close(): void {
    this.isClosed = true
    this.queue = []
  }

  private async run(): Promise<void> {
    try {
      while (this.queue.length > 0) await this.lookUp(this.take())
    } finally {
      this.isRunning = false
    }
  }

  /**
   * A query excludes delivered messages for all its subscriptions, so two of one trace share it only if neither has an
   * answer.
   */
  private take(): readonly Waiting[] {
    const batch: Waiting[] = []
    const left: Waiting[] = []
    const traces = new Map<string, Waiting>()
    let index = 0
    for (; index < this.queue.length && batch.length < MAX_WANTED; index++) {
      const waiting = this.queue[index]
      if (waiting === undefined) break
      const same = traces.get(waiting.traceId)
      if (
        (batch[0] !== undefined && batch[0].reader.client.isOpen !== waiting.reader.client.isOpen) ||
        (same !== undefined && same.delivered.size + waiting.delivered.size > 0)
      ) {
        left.push(waiting)
        continue
      }
      waiting.isQueued = false
      batch.push(waiting)
      traces.set(waiting.traceId, waiting)
    }
    this.queue = [...left, ...this.queue.slice(index)]
    return batch
  }

  private async lookUp(queued: readonly Waiting[]): Promise<void> {
    const { frames, reportTrouble } = this.dependencies
    for (const waiting of queued) if (waiting.reader.isFull && !waiting.hasEnded) waiting.reader.mark(waiting)
    const batch = queued.filter(({ reader, hasEnded }) => !reader.isFull && !hasEnded)
    if (batch.length === 0) return
    const bounds = { limit: MAX_ANSWERS, known: batch.flatMap(({ delivered }) => [...delivered]) }
    let responses: readonly StoredResponse[]
    try {
      responses = await frames.responses(clientOf(batch), pairsOf(batch), bounds)
    } catch (error) {
      reportTrouble(error)
      for (const waiting of batch) this.plan(waiting)
      return
    }
    const delivered = deliverResponses(batch, responses)
    if (responses.length < MAX_ANSWERS) for (const waiting of batch) this.plan(waiting)
    else if (delivered > 0) for (const waiting of batch) this.ask(waiting)
    // All answers were for others, so each subscription gets its own query.
    else if (batch.length > 1) for (const waiting of batch) await this.lookUp([waiting])
    else for (const waiting of batch) this.plan(waiting)
  }

  private plan(waiting: Waiting): void {
    const { now, pollMs } = this.dependencies
    waiting.pause =
      waiting.delivered.size > 0 ? MAX_PAUSE_MS : Math.min(Math.max(pollMs, 2 * waiting.pause), MAX_PAUSE_MS)
    waiting.dueAt = now() + waiting.pause
  }
}

/** @returns the number of delivered answers */
function deliverResponses(batch: readonly Waiting[], responses: readonly StoredResponse[]): number {
  const byTrace = new Map<string, Waiting[]>()
  for (const waiting of batch) {
    const same = byTrace.get(waiting.traceId)
    if (same === undefined) byTrace.set(waiting.traceId, [waiting])
    else same.push(waiting)
  }
  let delivered = 0
  for (const response of responses) {
    const { trace_id, response_topic } = response.message
    for (const waiting of byTrace.get(trace_id) ?? [])
      if (response_topic.includes(waiting.topic) && mayRead(waiting.reader.client, response))
        if (waiting.reader.offer(waiting, response.message)) delivered++
  }
  return delivered
}

/** Answers to frames without a token are for every client without one. */
function mayRead({ isOpen, groups }: PlatformClient, { audience, namespaceId }: StoredResponse): boolean {
  return audience === 'open' ? isOpen : !isOpen && groups.some((group) => group.namespaceId === namespaceId)
}

/** Merges the groups; {@link mayRead} checks each answer. */
function clientOf(batch: readonly Waiting[]): PlatformClient {
  const clients = new Set(batch.map(({ reader }) => reader.client))
  if ([...clients].some(({ isOpen }) => isOpen)) return OPEN_CLIENT
  const groups = new Map([...clients].flatMap((client) => client.groups.map((group) => [group.namespaceId, group])))
  return { ...OPEN_CLIENT, label: 'readers of the stream', groups: [...groups.values()], isOpen: false }
}

function pairsOf(batch: readonly Waiting[]): readonly { readonly traceId: string; readonly topic: string }[] {
  const pairs = new Map(batch.map(({ traceId, topic }) => [`${topic}\0${traceId}`, { traceId, topic }]))
  return [...pairs.values()]
}
