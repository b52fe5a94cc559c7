/**
 * Slots of this process for frames that are decided at once: groups take turns, a group's frames in their order.
 *
 * Promises: never more calls than slots. Of the groups that wait, the one that was worked for the least is next
 * (messaging/work-shares.ts). A call that pauses holds no slot meanwhile. A wait that is aborted ends at once.
 */
import { WorkShares } from '../../messaging/work-shares'

export interface FairTurnsOptions {
  readonly slots: number
  /** Milliseconds from any fixed moment. */
  readonly now: () => number
  /** Resolves after so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>
}

export interface HeldTurn {
  /** Gives the slot up, waits, and waits for a slot again. */
  readonly pause: (milliseconds: number) => Promise<void>
}

export class FairTurns {
  private readonly shares = new WorkShares()
  /** Functions that begin a call, by share. */
  private readonly waiting = new Map<string, Set<() => void>>()
  private free: number

  constructor(private readonly options: FairTurnsOptions) {
    this.free = options.slots
  }

  /** @throws the reason of `signal` where that is aborted while the call waits, and what the call throws */
  async run<T>(share: string, signal: AbortSignal, call: (turn: HeldTurn) => Promise<T>): Promise<T> {
    let began = await this.enter(share, signal)
    let isHeld = true
    let isOver = false
    // Judges of one frame may pause together: the slot is given up by each that begins to, and taken again after each.
    let entering: Promise<number> | null = null
    const pause = async (milliseconds: number) => {
      if (isHeld) {
        this.leave(share, began)
        isHeld = false
      }
      await this.options.pause(milliseconds)
      // A call may end while a part of it, which is no longer wanted, still pauses.
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

  /** Resolves with the time at which the slot is held. */
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

  /** The slot goes to the next share, and is never free in between. */
  private leave(share: string, began: number): void {
    this.shares.ended(share, this.options.now() - began)
    this.free++
    const next = this.shares.next(this.waiting.keys())
    const [begin] = next === null ? [] : (this.waiting.get(next) ?? [])
    begin?.()
  }
}
