/** Waiting calls start in order of arrival; an aborted wait takes no slot. */
export class ConcurrencyLimit {
  private free: number
  private readonly waiting = new Set<() => void>()

  /** @param max at least 1 */
  constructor(max: number) {
    this.free = max
  }

  /** @throws the reason of `signal` if it is aborted before the call; errors of the call */
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
    // Node warns if many waits, such as the judges of one frame, listen to one signal.
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

/** @throws the signal's reason if it is aborted first */
export async function unlessAborted<T>(wait: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = () => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([wait, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
