/**
 * Calls that arrive while one runs are made together as the next.
 *
 * Promises: an item's promise settles with the call that carried it; one call at a time, so that the busier it is the
 * larger the groups are.
 */
interface Waiting<T> {
  readonly item: T
  readonly size: number
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

export class GroupedCalls<T> {
  private waiting: Waiting<T>[] = []
  private running: Promise<void> | null = null

  /** @param most items of one call, and the sum of their sizes (one item may be larger) */
  constructor(
    private readonly call: (items: readonly T[]) => Promise<void>,
    private readonly most: { readonly items: number; readonly size: number } = { items: 500, size: 8_000_000 },
  ) {}

  add(item: T, size = 0): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, size, resolve, reject })
      this.running ??= this.run()
    })
  }

  /** Resolves when nothing waits and nothing runs. */
  async idle(): Promise<void> {
    while (this.running !== null) await this.running
  }

  private async run(): Promise<void> {
    // What is added in this turn of the event loop goes along.
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
    for (; count < Math.min(this.waiting.length, this.most.items); count++) {
      size += this.waiting[count]?.size ?? 0
      if (size > this.most.size) break
    }
    return this.waiting.splice(0, count)
  }
}
