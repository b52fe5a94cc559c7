/**
 * A limit on calls that run at one time in a process; the others wait.
 *
 * Promises: waiting calls begin in the order of their arrival. A wait that is aborted ends at once and takes no slot; a slot
 * is free again when its call has ended, however it ended.
 */
export class ConcurrencyLimit {
  private free: number
  /** Waiting calls in the order of arrival; each function begins one. */
  private readonly waiting = new Set<() => void>()

  /** @param max 1 or more */
  constructor(max: number) {
    this.free = max
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

  /** The slot goes to the next call that waits, and is never free in between. */
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
