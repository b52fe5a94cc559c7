/**
 * What the processes that serve have counted, as their primary asks for it.
 *
 * Promises: a process that ends, or does not answer in time, is left out and holds up no reader.
 */
import type { Counted, ToServing } from '../process-messages'
import type { MetricsSnapshot } from './metrics'

/** A process, as far as asking it goes. */
export interface CountingProcess {
  readonly isConnected: boolean
  send(message: ToServing): void
}

interface OpenQuestion {
  readonly of: CountingProcess
  readonly answer: (snapshot: MetricsSnapshot | null) => void
}

/** How long one process may take to answer, in milliseconds. */
const LONGEST_WAIT_MS = 2_000

export class MetricsOfProcesses {
  private readonly open = new Map<number, OpenQuestion>()
  private nextId = 0

  constructor(
    private readonly processes: () => readonly CountingProcess[],
    /** Calls once after so many milliseconds; the answer calls it off. */
    private readonly after: (milliseconds: number, call: () => void) => () => void,
  ) {}

  /** One snapshot of each process that answers. */
  async collect(): Promise<readonly MetricsSnapshot[]> {
    const connected = this.processes().filter(({ isConnected }) => isConnected)
    const snapshots = await Promise.all(connected.map((each) => this.ask(each)))
    return snapshots.filter((snapshot) => snapshot !== null)
  }

  counted({ id, snapshot }: Counted): void {
    this.open.get(id)?.answer(snapshot)
  }

  /** The process ended: it answers nothing more. */
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
