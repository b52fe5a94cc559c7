/**
 * Places for calls of a model: so many of a process run at one time, and the others wait.
 *
 * Promises: whoever waits gets a place in the order of coming, and nobody who comes later is served before; a wait that is
 * aborted is given up at once and takes no place; a place is free again when its call has ended, however it ended.
 */
export class CallPlaces {
  private free: number
  /** Whoever waits, in the order of coming; called, it begins. */
  private readonly waiting = new Set<() => void>()

  /** @param most 1 or more */
  constructor(most: number) {
    this.free = most
  }

  /** @throws the reason of `signal` where that is aborted before the call begins, and what the call throws */
  async run<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted()
    if (this.free > 0) this.free--
    else await this.turn(signal)
    try {
      return await call()
    } finally {
      this.leave()
    }
  }

  private turn(signal: AbortSignal): Promise<void> {
    // One for each wait: where many listen to the same signal, the judges of one frame, Node warns of a leak.
    const own = AbortSignal.any([signal])
    return new Promise((resolve, reject) => {
      const begin = () => {
        own.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        this.waiting.delete(begin)
        reject(own.reason)
      }
      this.waiting.add(begin)
      own.addEventListener('abort', giveUp, { once: true })
    })
  }

  /** The place goes to the next who waits, and is never free in between. */
  private leave(): void {
    const [next] = this.waiting
    if (next === undefined) {
      this.free++
      return
    }
    this.waiting.delete(next)
    next()
  }
}
