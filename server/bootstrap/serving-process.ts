/**
 * A serving process and its replacements, one at a time. After a run of over 10 seconds the next one starts at once,
 * otherwise after a pause of up to 5 seconds. Unconfirmed connections are given back, because nothing of them was read.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { StartRefusal } from '../database/client/storage-fault'
import type { Counted, FromServing, GroupCall, ToServing } from './process-messages'

export interface ServingOptions {
  readonly start: () => ChildProcess
  readonly log: Logger
  readonly onReady: () => void
  readonly onMessage: (from: ServingProcess, message: GroupCall | Counted) => void
  readonly onEnd: (ended: ServingProcess) => void
  /** Called with each connection that an ended process had not taken. */
  readonly returnConnection: (socket: Socket) => void
}

/** After a run of this length, a failure counts as the first. */
const GOOD_RUN_MS = 10_000
const LONGEST_PAUSE_MS = 5_000
/** Messages sent before the end are still read. */
const LAST_MESSAGES_MS = 100
const STOP_TIMEOUT_MS = 20_000

export class ServingProcess {
  private child: ChildProcess | null = null
  private takesConnections = false
  private readonly unconfirmed = new Map<number, Socket>()
  private nextId = 0
  private readonly stopRequest = new AbortController()
  private readonly running: Promise<void>
  private began = () => {}
  private failed: (error: Error) => void = () => {}
  /** Rejects with a StartRefusal if the first process ends before it is ready. */
  readonly started = new Promise<void>((resolve, reject) => {
    this.began = resolve
    this.failed = reject
  })

  constructor(private readonly options: ServingOptions) {
    // The caller of stop may not await it.
    this.started.catch(() => undefined)
    this.running = this.runUntilStopped()
  }

  get pid(): number | undefined {
    return this.child?.pid
  }

  get isReady(): boolean {
    return this.takesConnections
  }

  /** Unconfirmed connections; there are many while it computes. */
  get backlog(): number {
    return this.unconfirmed.size
  }

  /** Sends a paused connection to a ready process. */
  take(socket: Socket): void {
    const id = this.nextId++
    this.unconfirmed.set(id, socket)
    const message: ToServing = { kind: 'connection', id }
    this.child?.send(message, socket, { keepOpen: true }, (error) => {
      // Otherwise the connection is given back.
      if (error && this.child?.connected) this.confirm(id)
    })
  }

  get isConnected(): boolean {
    return this.child?.connected ?? false
  }

  send(message: ToServing): void {
    if (this.isConnected) this.child?.send(message, () => {})
  }

  async stop(): Promise<void> {
    this.stopRequest.abort()
    const { child } = this
    child?.kill('SIGTERM')
    const late = setTimeout(() => child?.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await this.running
    clearTimeout(late)
  }

  private async runUntilStopped(): Promise<void> {
    const { signal } = this.stopRequest
    for (let failures = 0, first = true; !signal.aborted; first = false) {
      if (failures > 0)
        await sleep(Math.min(50 * 2 ** failures, LONGEST_PAUSE_MS), undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      const began = performance.now()
      const end = await this.run()
      if (signal.aborted) return
      if (first && !end.wasReady)
        return this.failed(new StartRefusal(`A process that serves ended while it started (${end.how}).`))
      failures = performance.now() - began > GOOD_RUN_MS ? 0 : failures + 1
      this.options.log.error(
        { pid: end.pid, how: end.how },
        'a process that serves ended by itself; another one starts',
      )
    }
  }

  private async run(): Promise<{ readonly pid: number | undefined; readonly how: string; readonly wasReady: boolean }> {
    let child: ChildProcess
    try {
      child = this.options.start()
    } catch (error) {
      // There may be memory for another process later.
      return { pid: undefined, how: String(error), wasReady: false }
    }
    this.child = child
    let wasReady = false
    child.on('message', (message: FromServing) => {
      if (message.kind === 'taken') this.confirm(message.id)
      else if (message.kind === 'leaving') this.takesConnections = false
      else if (message.kind !== 'ready') this.options.onMessage(this, message)
      else {
        wasReady = true
        this.takesConnections = true
        this.began()
        this.options.onReady()
      }
    })
    child.once('disconnect', () => {
      this.takesConnections = false
    })
    let how = ''
    try {
      const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
      how = signal ?? `exit ${code}`
    } catch (error) {
      how = String(error)
    }
    this.takesConnections = false
    // `disconnect` is not emitted if a connection is in transit.
    await sleep(LAST_MESSAGES_MS)
    this.child = null
    const left = [...this.unconfirmed.values()]
    this.unconfirmed.clear()
    this.options.onEnd(this)
    for (const socket of left) this.options.returnConnection(socket)
    return { pid: child.pid, how, wasReady }
  }

  /** Closes this end of a connection that the process has taken. */
  private confirm(id: number): void {
    this.unconfirmed.get(id)?.destroy()
    this.unconfirmed.delete(id)
  }
}
