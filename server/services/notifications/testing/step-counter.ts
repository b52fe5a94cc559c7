/** Ends a notifier between any two of its steps: before or after a call of the store or of the mail server. */
export class StepCounter {
  private steps = 0

  /** @param last 0 for no end @param die called at that step and every later one; it does not return */
  constructor(
    private readonly last: number,
    private readonly die: () => never,
  ) {}

  /** Counts every call of a function of the object twice: before it, and when it has taken effect. */
  watch<T extends object>(watched: T): T {
    const counted = Object.entries(watched).map(([name, value]: [string, unknown]) => {
      if (typeof value !== 'function') return [name, value]
      return [
        name,
        async (...given: readonly unknown[]) => {
          this.count()
          const answer: unknown = await value.apply(watched, given)
          this.count()
          return answer
        },
      ]
    })
    return Object.fromEntries(counted) as T
  }

  private count(): void {
    this.steps++
    if (this.last > 0 && this.steps >= this.last) this.die()
  }
}
