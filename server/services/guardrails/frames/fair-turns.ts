/**
 * Slots of this process for exact frames. The waiting group with the least work so far is next
 * (messaging/bus/work-shares.ts), and its frames keep their order.
 */
import { WorkShares } from '../../../messaging/bus/work-shares'

export interface FairTurnsOptions {
  readonly slots: number
  /** From any fixed moment. */
  readonly now: () => number
  readonly pause: (milliseconds: number) => Promise<void>
}

export interface HeldTurn {
  /** Gives the slot up meanwhile. */
  readonly pause: (milliseconds: number) => Promise<void>
}

export class FairTurns {
  private readonly shares = new WorkShares()
  /** Functions that start a call, by share. */
  private readonly waiting = new Map<string, Set<() => void>>()
  private free: number

  constructor(private readonly options: FairTurnsOptions) {
    this.free = options.slots
  }

  /** @throws the reason of `signal` if it is aborted while the call waits; errors of the call */
  async run<T>(share: string, signal: AbortSignal, call: (turn: HeldTurn) => Promise<T>): Promise<T> {
    let began = await this.enter(share, signal)
    let isHeld = true
    let isOver = false
    // Judges of one frame may pause together: the first pause gives the slot up, and the first to end takes one again.
    let entering: Promise<number> | null = null
    const pause = async (milliseconds: number) => {
      if (isHeld) {
        this.leave(share, began)
        isHeld = false
      }
      await this.options.pause(milliseconds)
      // A call may end while an abandoned part still pauses.
      if (isHeld || isOver) return
      entering ??= this.enter(share, signal)
      began = await entering
      if (entering === null) return
      entering = null
      isHeld = true
      if (isOver) this.leave(share, began)
    }
    try {
      return await call({ pause })
    } finally {
      isOver = true
      if (isHeld) this.leave(share, began)
    }
  }

  /** Resolves with the time when it got the slot. */
  private async enter(share: string, signal: AbortSignal): Promise<number> {
    signal.throwIfAborted()
    if (this.free > 0) this.begin(share)
    else await this.turn(share, signal)
    return this.options.now()
  }

  private turn(share: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = this.waiting.get(share) ?? new Set()
      this.waiting.set(share, waiting)
      const begin = () => {
        signal.removeEventListener('abort', giveUp)
        this.remove(share, begin)
        this.begin(share)
        resolve()
      }
      const giveUp = () => {
        this.remove(share, begin)
        reject(signal.reason)
      }
      waiting.add(begin)
      signal.addEventListener('abort', giveUp, { once: true })
    })
  }

  private remove(share: string, begin: () => void): void {
    const waiting = this.waiting.get(share)
    waiting?.delete(begin)
    if (waiting?.size === 0) this.waiting.delete(share)
  }

  private begin(share: string): void {
    this.free--
    this.shares.began(share)
  }

  private leave(share: string, began: number): void {
    this.shares.ended(share, this.options.now() - began)
    this.free++
    const next = this.shares.next(this.waiting.keys())
    const [begin] = next === null ? [] : (this.waiting.get(next) ?? [])
    begin?.()
  }
}
