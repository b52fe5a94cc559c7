import { Refusal } from '../../../api/refusal'
import type { ResponseMessage } from '../../../api/schemas/frame'
import type { PlatformClient } from '../machine-accounts/platform-client'

export interface Subscription {
  readonly topic: string
  readonly traceId: string
}

export interface StreamReader {
  /** @returns false if it is full; then call `resume` of its Reading when it has room */
  deliver(subscription: Subscription, message: ResponseMessage): boolean
}

export interface Waiting extends Subscription {
  readonly reader: OpenReader
  /** Message ids. */
  readonly delivered: Set<string>
  /** Next look-up, in milliseconds since the epoch. */
  dueAt: number
  /** Milliseconds before the following look-up; zero before the first. */
  pause: number
  isQueued: boolean
  /** More was delivered than is remembered, so look-ups would repeat answers. */
  announcementsOnly: boolean
  hasEnded: boolean
}

export class OpenReader {
  isFull = false
  private readonly subscriptions = new Map<string, Waiting>()
  /** Subscriptions with an undelivered answer. */
  private readonly marked = new Set<Waiting>()
  private remembered = 0

  constructor(
    readonly client: PlatformClient,
    private readonly reader: StreamReader,
    private readonly limits: ReaderLimits,
  ) {}

  get size(): number {
    return this.subscriptions.size
  }

  get all(): Iterable<Waiting> {
    return this.subscriptions.values()
  }

  /**
   * Adds or restarts a subscription. @returns also the one that made room for it
   * @throws Refusal BAD_REQUEST 429 past the limit
   */
  subscribe({ topic, traceId }: Subscription): { readonly waiting: Waiting; readonly dropped: Waiting | null } {
    const key = `${topic}\0${traceId}`
    const before = this.subscriptions.get(key)
    const dropped = before ?? (this.size < this.limits.subscriptions ? null : this.oldestAnswered())
    if (dropped !== null) this.drop(dropped)
    const waiting: Waiting = {
      topic,
      traceId,
      reader: this,
      delivered: new Set<string>(),
      dueAt: Number.POSITIVE_INFINITY,
      pause: 0,
      isQueued: false,
      announcementsOnly: false,
      hasEnded: false,
    }
    this.subscriptions.set(key, waiting)
    return { waiting, dropped }
  }

  /** @returns whether the reader accepted a new answer */
  offer(waiting: Waiting, message: ResponseMessage): boolean {
    if (waiting.hasEnded || waiting.delivered.has(message.id)) return false
    if (this.isFull || !this.reader.deliver(waiting, message)) {
      this.isFull = true
      this.mark(waiting)
      return false
    }
    if (this.remembered < this.limits.remembered) {
      waiting.delivered.add(message.id)
      this.remembered++
    } else waiting.announcementsOnly = true
    return true
  }

  mark(waiting: Waiting): void {
    this.marked.add(waiting)
  }

  /** @returns subscriptions to look up */
  resume(): readonly Waiting[] {
    this.isFull = false
    const marked = [...this.marked]
    this.marked.clear()
    return marked
  }

  end(): readonly Waiting[] {
    const ended = [...this.subscriptions.values()]
    for (const waiting of ended) this.drop(waiting)
    return ended
  }

  private oldestAnswered(): Waiting {
    for (const waiting of this.subscriptions.values())
      if (waiting.delivered.size > 0 && !this.marked.has(waiting)) return waiting
    throw new Refusal(
      'BAD_REQUEST',
      `At most ${this.limits.subscriptions} subscriptions may wait on one stream; open another.`,
      {},
      { status: 429 },
    )
  }

  private drop(waiting: Waiting): void {
    waiting.hasEnded = true
    this.remembered -= waiting.delivered.size
    this.marked.delete(waiting)
    this.subscriptions.delete(`${waiting.topic}\0${waiting.traceId}`)
  }
}

export interface ReaderLimits {
  readonly subscriptions: number
  /** Delivered answers that all its subscriptions remember. */
  readonly remembered: number
}
