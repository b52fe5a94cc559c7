/** A process that ends or does not answer in time is left out. */

import type { MetricsSnapshot } from './observability/metrics'
import type { Counted, ToServing } from './process-messages'

export interface CountingProcess {
  readonly isConnected: boolean
  send(message: ToServing): void
}

interface OpenQuestion {
  readonly of: CountingProcess
  readonly answer: (snapshot: MetricsSnapshot | null) => void
}

const LONGEST_WAIT_MS = 2_000

export class MetricsOfProcesses {
  private readonly open = new Map<number, OpenQuestion>()
  private nextId = 0

  constructor(
    private readonly processes: () => readonly CountingProcess[],
    /** Calls once after the delay; the result cancels the call. */
    private readonly after: (milliseconds: number, call: () => void) => () => void,
  ) {}

  async collect(): Promise<readonly MetricsSnapshot[]> {
    const connected = this.processes().filter(({ isConnected }) => isConnected)
    const snapshots = await Promise.all(connected.map((each) => this.ask(each)))
    return snapshots.filter((snapshot) => snapshot !== null)
  }

  counted({ id, snapshot }: Counted): void {
    this.open.get(id)?.answer(snapshot)
  }

  ended(process: CountingProcess): void {
    for (const { of, answer } of [...this.open.values()]) if (of === process) answer(null)
  }

  private ask(of: CountingProcess): Promise<MetricsSnapshot | null> {
    const id = this.nextId++
    return new Promise((resolve) => {
      const answer = (snapshot: MetricsSnapshot | null) => {
        callOff()
        this.open.delete(id)
        resolve(snapshot)
      }
      const callOff = this.after(LONGEST_WAIT_MS, () => answer(null))
      this.open.set(id, { of, answer })
      of.send({ kind: 'count', id })
    })
  }
}
