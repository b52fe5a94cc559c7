import { setTimeout as sleep } from 'node:timers/promises'
import { BusUnavailableError } from './bus'

interface Waiting<T> {
  readonly item: T
  readonly size: number
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Groups calls that arrive while one runs. Only one runs at a time. */
export class GroupedCalls<T> {
  private waiting: Waiting<T>[] = []
  private running: Promise<void> | null = null

  /** @param max items per call, and their total size (a single item may be larger) */
  constructor(
    private readonly call: (items: readonly T[]) => Promise<void>,
    private readonly max: { readonly items: number; readonly size: number } = { items: 500, size: 8_000_000 },
  ) {}

  add(item: T, size = 0): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, size, resolve, reject })
      this.running ??= this.run()
    })
  }

  async idle(): Promise<void> {
    while (this.running !== null) await this.running
  }

  private async run(): Promise<void> {
    // Includes items of the same event loop turn.
    await Promise.resolve()
    while (this.waiting.length > 0) {
      const group = this.take()
      try {
        await this.call(group.map(({ item }) => item))
        for (const { resolve } of group) resolve()
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    this.running = null
  }

  private take(): Waiting<T>[] {
    let count = 1
    let size = this.waiting[0]?.size ?? 0
    for (; count < Math.min(this.waiting.length, this.max.items); count++) {
      size += this.waiting[count]?.size ?? 0
      if (size > this.max.size) break
    }
    return this.waiting.splice(0, count)
  }
}

const FIRST_PAUSE_MS = 25
const LONGEST_PAUSE_MS = 500

/**
 * Other errors are passed on.
 * @throws BusUnavailableError after `retryForMs`, or once `stopped` returns true
 */
export async function retryWhileUnavailable<T>(
  call: () => Promise<T>,
  isUnavailable: (error: unknown) => boolean,
  retryForMs: number,
  stopped: () => boolean,
): Promise<T> {
  const deadline = performance.now() + retryForMs
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await call()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      if (stopped() || performance.now() + pause > deadline) throw new BusUnavailableError({ cause: error })
      await sleep(pause)
    }
  }
}
