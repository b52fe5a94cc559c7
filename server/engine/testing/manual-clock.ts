import type { Clock } from '../workers/job-queue'

export class ManualClock implements Clock {
  private time = 0
  private readonly due: { readonly at: number; readonly call: () => void }[] = []

  now(): number {
    return this.time
  }

  after(milliseconds: number, call: () => void): () => void {
    const entry = { at: this.time + milliseconds, call }
    this.due.push(entry)
    return () => {
      const index = this.due.indexOf(entry)
      if (index >= 0) this.due.splice(index, 1)
    }
  }

  advance(milliseconds: number): void {
    this.time += milliseconds
    for (const entry of this.due.filter(({ at }) => at <= this.time)) {
      // An earlier call may have cancelled this one.
      const index = this.due.indexOf(entry)
      if (index < 0) continue
      this.due.splice(index, 1)
      entry.call()
    }
  }
}
