/**
 * Group commit: questions that arrive while a call runs share the next call. A failed call rejects only its own
 * questions. Shares take turns by weight, so that a flood delays others only by the running calls.
 */
import { WorkShares } from '../../../messaging/bus/work-shares'

export interface GroupedCallsOptions<Q, A> {
  /** Answers in the order of the questions. */
  readonly run: (questions: readonly Q[]) => Promise<readonly A[]>
  /** For example bytes. */
  readonly weigh: (question: Q) => number
  /** Such as a group's id; absent: one share. */
  readonly shareOf?: (question: Q) => string
  readonly maxCount: number
  /** A heavier question is sent by itself. */
  readonly maxWeight: number
  /** One of several shares may use a quarter. */
  readonly maxWaitingWeight: number
  /** 1 by default. With more, each call is smaller, and one forms while another runs. */
  readonly maxRunning?: number
}

interface WaitingCall<Q, A> {
  readonly question: Q
  readonly weight: number
  readonly resolve: (answer: A) => void
  readonly reject: (error: unknown) => void
}

/** The queue is full; nothing was done. */
export class QueueFullError extends Error {
  override readonly name = 'TooMuchWaits'
}

const SHARE_PARTS = 4

interface WaitingShare<Q, A> {
  readonly calls: WaitingCall<Q, A>[]
  weight: number
}

export class GroupedCalls<Q, A> {
  private readonly waiting = new Map<string, WaitingShare<Q, A>>()
  private readonly shares = new WorkShares()
  private weight = 0
  private running = 0
  private readonly maxRunning: number

  constructor(private readonly options: GroupedCallsOptions<Q, A>) {
    this.maxRunning = options.maxRunning ?? 1
  }

  /** @throws QueueFullError, and errors of the call */
  ask(question: Q): Promise<A> {
    const { weigh, shareOf, maxWaitingWeight } = this.options
    const weight = weigh(question)
    const share = shareOf?.(question) ?? ''
    const known = this.waiting.get(share)
    const isFull = this.waiting.size > 0 && this.weight + weight > maxWaitingWeight
    const ofShare = shareOf === undefined ? maxWaitingWeight : maxWaitingWeight / SHARE_PARTS
    if (isFull || (known !== undefined && known.weight + weight > ofShare))
      return Promise.reject(new QueueFullError('more waits than may wait'))
    const own = known ?? { calls: [], weight: 0 }
    this.waiting.set(share, own)
    return new Promise((resolve, reject) => {
      own.calls.push({ question, weight, resolve, reject })
      own.weight += weight
      this.weight += weight
      if (this.running < this.maxRunning) void this.runAll()
    })
  }

  private async runAll(): Promise<void> {
    this.running++
    // Questions of the same turn of the event loop join the first group.
    await null
    while (this.waiting.size > 0) {
      const group = this.nextGroup()
      try {
        const answers = await this.options.run(group.map(({ question }) => question))
        if (answers.length !== group.length) throw new Error(`${group.length} questions got ${answers.length} answers`)
        for (const [index, { resolve }] of group.entries()) resolve(answers[index] as A)
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    this.running--
  }

  private nextGroup(): WaitingCall<Q, A>[] {
    const { maxCount, maxWeight } = this.options
    const group: WaitingCall<Q, A>[] = []
    let weight = 0
    while (group.length < maxCount) {
      const share = this.shares.next(this.waiting.keys())
      const next = share === null ? undefined : this.waiting.get(share)?.calls[0]
      if (share === null || next === undefined || (group.length > 0 && weight + next.weight > maxWeight)) break
      this.take(share, next)
      weight += next.weight
      group.push(next)
    }
    return group
  }

  private take(share: string, { weight }: WaitingCall<Q, A>): void {
    const own = this.waiting.get(share)
    own?.calls.shift()
    if (own !== undefined) own.weight -= weight
    if (own?.calls.length === 0) this.waiting.delete(share)
    this.weight -= weight
    this.shares.began(share)
    this.shares.ended(share, Math.max(1, weight))
  }
}
