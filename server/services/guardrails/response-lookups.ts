/**
 * Looks up stored answers for subscriptions: one question at a time for the whole process, of as many as wait.
 *
 * Promises: what is asked while a question runs is asked together in the next; whatever a question finds is told only to
 * subscriptions whose client may read it; a question brings a bounded number of answers, and is asked again as long as
 * there are more. What fails is asked again later.
 */
import type { Frames, StoredResponse } from './frames'
import type { Waiting } from './open-reader'
import { OPEN_CLIENT, type PlatformClient } from './platform-client'

export interface LookupParts {
  readonly frames: Pick<Frames, 'responses'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly pollMs: number
  readonly reportTrouble: (error: unknown) => void
}

/** Subscriptions of one question. */
const MAX_WANTED = 250
/** Answers that one question brings: what a slow reader's process holds in memory at most. */
const MAX_ANSWERS = 100
const LONGEST_PAUSE = 60_000

export class ResponseLookups {
  private queue: Waiting[] = []
  private isRunning = false
  private isClosed = false

  constructor(private readonly parts: LookupParts) {}

  ask(waiting: Waiting): void {
    if (waiting.isQueued || waiting.hasEnded || waiting.hearsOnly || this.isClosed) return
    waiting.isQueued = true
    this.queue.push(waiting)
    if (this.isRunning) return
    this.isRunning = true
    // Later in this turn, so that what comes together is asked together.
    void Promise.resolve()
      .then(() => this.run())
      .catch(this.parts.reportTrouble)
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
   * The next to be asked together. Messages that a subscription was told are not asked for again, and that is said for
   * the question as a whole: so two subscriptions of one trace stand in one question only where both were told nothing.
   */
  private take(): readonly Waiting[] {
    const batch: Waiting[] = []
    const left: Waiting[] = []
    const traces = new Map<string, Waiting>()
    let place = 0
    for (; place < this.queue.length && batch.length < MAX_WANTED; place++) {
      const waiting = this.queue[place]
      if (waiting === undefined) break
      const same = traces.get(waiting.traceId)
      if (
        (batch[0] !== undefined && batch[0].reader.client.isOpen !== waiting.reader.client.isOpen) ||
        (same !== undefined && same.told.size + waiting.told.size > 0)
      ) {
        left.push(waiting)
        continue
      }
      waiting.isQueued = false
      batch.push(waiting)
      traces.set(waiting.traceId, waiting)
    }
    this.queue = [...left, ...this.queue.slice(place)]
    return batch
  }

  private async lookUp(asked: readonly Waiting[]): Promise<void> {
    const { frames, reportTrouble } = this.parts
    for (const waiting of asked) if (waiting.reader.isFull && !waiting.hasEnded) waiting.reader.mark(waiting)
    const batch = asked.filter(({ reader, hasEnded }) => !reader.isFull && !hasEnded)
    if (batch.length === 0) return
    const bounds = { most: MAX_ANSWERS, known: batch.flatMap(({ told }) => [...told]) }
    let found: readonly StoredResponse[]
    try {
      found = await frames.responses(clientOf(batch), pairsOf(batch), bounds)
    } catch (error) {
      reportTrouble(error)
      for (const waiting of batch) this.plan(waiting)
      return
    }
    const told = tell(batch, found)
    if (found.length < MAX_ANSWERS) for (const waiting of batch) this.plan(waiting)
    else if (told > 0) for (const waiting of batch) this.ask(waiting)
    // All that came was for others than these, as where groups share a trace id: each asks for itself.
    else if (batch.length > 1) for (const waiting of batch) await this.lookUp([waiting])
    else for (const waiting of batch) this.plan(waiting)
  }

  private plan(waiting: Waiting): void {
    const { now, pollMs } = this.parts
    waiting.pause = waiting.told.size > 0 ? LONGEST_PAUSE : Math.min(Math.max(pollMs, 2 * waiting.pause), LONGEST_PAUSE)
    waiting.dueAt = now() + waiting.pause
  }
}

/** @returns how many answers were told */
function tell(batch: readonly Waiting[], found: readonly StoredResponse[]): number {
  const byTrace = new Map<string, Waiting[]>()
  for (const waiting of batch) {
    const same = byTrace.get(waiting.traceId)
    if (same === undefined) byTrace.set(waiting.traceId, [waiting])
    else same.push(waiting)
  }
  let told = 0
  for (const response of found) {
    const { trace_id, response_topic } = response.message
    for (const waiting of byTrace.get(trace_id) ?? [])
      if (response_topic.includes(waiting.topic) && mayRead(waiting.reader.client, response))
        if (waiting.reader.offer(waiting, response.message)) told++
  }
  return told
}

/** Answers to somebody without a token are for everybody without one; all others are for their group. */
function mayRead({ isOpen, groups }: PlatformClient, { audience, namespaceId }: StoredResponse): boolean {
  return audience === 'open' ? isOpen : !isOpen && groups.some((group) => group.namespaceId === namespaceId)
}

/** Who has the groups of all of them: what it may read is told apart afterwards. */
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
