/**
 * A process that serves, and each that takes its place when it ends.
 *
 * Promises: there is one at a time. After a run of over 10 seconds the next starts at once, else after 100 milliseconds
 * or more, growing to 5 seconds. A connection that an ended process had not confirmed is given back: no byte was read.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { StartRefusal } from '../database/client/start-refusal'
import type { Counted, FromServing, GroupCall, ToServing } from './process-messages'

export interface ServingOptions {
  readonly start: () => ChildProcess
  readonly log: Logger
  /** Called when connections may be sent. */
  readonly onReady: () => void
  readonly onMessage: (from: ServingProcess, message: GroupCall | Counted) => void
  readonly onEnd: (ended: ServingProcess) => void
  /** Connections that it did not take before it ended. */
  readonly returnConnection: (socket: Socket) => void
}

/** A process that served this long was a good one: what ended it is taken as new. */
const GOOD_RUN_MS = 10_000
const LONGEST_PAUSE_MS = 5_000
/** In which what a process sent before its end is read. */
const LAST_MESSAGES_MS = 100
/** How long it may take to finish what it has in hand. */
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
  /** Resolves when the first one is ready; rejects with a StartRefusal where it ends before. */
  readonly started = new Promise<void>((resolve, reject) => {
    this.began = resolve
    this.failed = reject
  })

  constructor(private readonly options: ServingOptions) {
    // The caller of stop may not wait for the start.
    this.started.catch(() => undefined)
    this.running = this.runUntilStopped()
  }

  /** Undefined while none runs. */
  get pid(): number | undefined {
    return this.child?.pid
  }

  get isReady(): boolean {
    return this.takesConnections
  }

  /** Connections that it has not confirmed: many, while it computes. */
  get backlog(): number {
    return this.unconfirmed.size
  }

  /** Sends it a paused connection. The process is ready. */
  take(socket: Socket): void {
    const id = this.nextId++
    this.unconfirmed.set(id, socket)
    const message: ToServing = { kind: 'connection', id }
    this.child?.send(message, socket, { keepOpen: true }, (error) => {
      // Where it ends, the connection is given back.
      if (error && this.child?.connected) this.confirm(id)
    })
  }

  /** Whether a message can be sent to it. */
  get isConnected(): boolean {
    return this.child?.connected ?? false
  }

  /** Nothing comes of it where the process ends. */
  send(message: ToServing): void {
    if (this.isConnected) this.child?.send(message, () => {})
  }

  /** Ends it and starts no other. */
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

  /** Runs one until it ends. */
  private async run(): Promise<{ readonly pid: number | undefined; readonly how: string; readonly wasReady: boolean }> {
    let child: ChildProcess
    try {
      child = this.options.start()
    } catch (error) {
      // The machine has no memory for another process, for example. It may have some later.
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
    // `disconnect` does not come where a connection was on its way.
    await sleep(LAST_MESSAGES_MS)
    this.child = null
    const left = [...this.unconfirmed.values()]
    this.unconfirmed.clear()
    this.options.onEnd(this)
    for (const socket of left) this.options.returnConnection(socket)
    return { pid: child.pid, how, wasReady }
  }

  /** The process has the connection: this end of it is closed. */
  private confirm(id: number): void {
    this.unconfirmed.get(id)?.destroy()
    this.unconfirmed.delete(id)
  }
}
