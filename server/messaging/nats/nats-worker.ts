/**
 * Takes work from the queue on NATS as long as there is room.
 *
 * Promises: never more than `concurrency` in hand; what is in hand keeps its lease, is acknowledged when it is done, rests
 * when it failed, and is given back when the worker stops. A server that is away delays all of this and ends none of it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Consumer, ConsumerMessages, JsMsg } from '@nats-io/jetstream'
import type { WorkDelivery, Worker, WorkOptions } from '../bus'
import type { BusLog } from '../bus-log'
import { handOver, type Outcome, pauseAfter } from '../give-up-rule'
import type { BusNames } from './bus-names'
import { forgetFailures, readFailures, writeFailures } from './failure-counts'
import type { NatsLine, NatsSession } from './nats-line'

export interface NatsWorkerParts {
  readonly line: NatsLine
  readonly names: BusNames
  readonly log: BusLog
  readonly leaseMs: number
  /** Repeats a call while the server is away. @throws BusUnavailable */
  readonly persist: <T>(call: (session: NatsSession) => Promise<T>) => Promise<T>
  /** Puts a message with the dead letters and tells of it. @throws BusUnavailable */
  readonly bury: (delivery: WorkDelivery, reason: string) => Promise<void>
}

/** A request for work that nothing answered ends after this time; another one follows. */
const REQUEST_MS = 5_000
const LOOK_MS = 250
/** Of one request: each may be a megabyte. */
const MAX_REQUESTED = 128

interface Held {
  readonly message: JsMsg
  /** Of the monotonic clock. */
  extendAt: number
}

export class NatsWorker implements Worker {
  private readonly held = new Set<Held>()
  private readonly requests = new Set<ConsumerMessages>()
  private readonly abort = new AbortController()
  private readonly timers: readonly NodeJS.Timeout[]
  /** Of the session that it was asked for. */
  private consumer: { readonly session: NatsSession; readonly found: Promise<Consumer> } | null = null
  /** Asked for and not yet come. */
  private requested = 0
  /** Failures that are being noted, dead letters that are being written. */
  private settling = 0
  private isStopping = false
  private stopped: Promise<void> | null = null
  private tellEmpty: () => void = () => undefined

  constructor(
    private readonly parts: NatsWorkerParts,
    private readonly options: WorkOptions,
  ) {
    this.timers = [setInterval(() => this.request(), LOOK_MS), setInterval(() => this.extend(), parts.leaseMs / 6)]
    this.request()
  }

  /** The server is there again. */
  resume(): void {
    this.request()
  }

  /** The server is away: nothing that was asked for will come. */
  interrupt(): void {
    for (const request of this.requests) request.stop()
  }

  stop(graceMs: number): Promise<void> {
    this.stopped ??= this.stopOnce(graceMs)
    return this.stopped
  }

  /** Asks for as much as there is room, not for each single place where others are still to come. */
  private request(): void {
    const { concurrency } = this.options
    const room = concurrency - this.held.size - this.requested
    if (this.isStopping || room <= 0 || (this.requests.size > 0 && room < concurrency / 4)) return
    let session: NatsSession
    try {
      session = this.parts.line.session()
    } catch {
      return
    }
    void this.fetch(session, Math.min(room, MAX_REQUESTED))
  }

  private async fetch(session: NatsSession, batch: number): Promise<void> {
    this.requested += batch
    let missing = batch
    let request: ConsumerMessages | null = null
    try {
      const consumer = await this.consumerOf(session)
      request = await consumer.fetch({ max_messages: batch, expires: REQUEST_MS })
      this.requests.add(request)
      if (this.isStopping) request.stop()
      for await (const message of request) {
        if (missing > 0) this.requested--
        missing--
        void this.work(session, message)
      }
    } catch (error) {
      if (!this.isStopping) {
        this.parts.log.debug({ err: error }, 'a request for work failed')
        this.consumer = null
        await sleep(LOOK_MS)
        if (this.parts.line.isCurrent(session)) this.parts.line.doubt()
      }
    }
    if (request !== null) this.requests.delete(request)
    this.requested -= Math.max(missing, 0)
    this.request()
  }

  private consumerOf(session: NatsSession): Promise<Consumer> {
    if (this.consumer?.session !== session) {
      const { names } = this.parts
      this.consumer = { session, found: session.stream.consumers.get(names.streams.frames, names.consumer) }
    }
    return this.consumer.found
  }

  private async work(session: NatsSession, message: JsMsg): Promise<void> {
    const held: Held = { message, extendAt: performance.now() + this.parts.leaseMs / 3 }
    this.held.add(held)
    // Came while it was asked to stop: given back with the rest.
    if (this.isStopping) return
    const delivery = this.deliveryOf(message)
    const failures = delivery.attempt === 1 ? 0 : await this.failuresOf(session, delivery)
    const outcome = await handOver(this.options, delivery, failures, this.abort.signal)
    this.settling++
    // Room is there at once, but what is not yet acknowledged keeps its lease.
    if (outcome.kind === 'done') this.letGo(held)
    await this.settle(message, delivery, failures, outcome)
    this.settling--
    this.letGo(held)
  }

  private deliveryOf(message: JsMsg): WorkDelivery {
    return {
      // Whoever publishes from inside the stack need not name an id.
      id: message.headers?.get('Nats-Msg-Id') || `seq-${message.seq}`,
      subject: this.parts.names.fromWire(message.subject),
      payload: message.string(),
      attempt: message.info.deliveryCount,
    }
  }

  private async failuresOf(session: NatsSession, { id }: WorkDelivery): Promise<number> {
    try {
      return await readFailures(session, this.parts.names, id)
    } catch (error) {
      this.parts.log.debug({ err: error, id }, 'the failures of a message could not be read')
      return 0
    }
  }

  private async settle(message: JsMsg, delivery: WorkDelivery, failures: number, outcome: Outcome): Promise<void> {
    const { persist, bury, log, names } = this.parts
    try {
      if (outcome.kind === 'done') message.ack()
      else if (outcome.kind === 'given_up') {
        await bury(delivery, outcome.reason)
        log.warn({ id: delivery.id, subject: delivery.subject, reason: outcome.reason }, 'a message was given up')
        message.ack()
      } else if (!this.abort.signal.aborted) {
        log.debug({ id: delivery.id, reason: outcome.reason }, 'a message failed and rests')
        await persist((session) => writeFailures(session, names, delivery.id, outcome.failures))
        message.nak(pauseAfter(outcome.failures))
        return
      }
      // The id may be used again.
      if (failures > 0) await persist((session) => forgetFailures(session, names, delivery.id))
    } catch (error) {
      log.warn({ err: error, id: delivery.id }, 'what became of a message could not be kept; it comes again')
    }
  }

  private letGo(held: Held): void {
    this.held.delete(held)
    if (this.held.size === 0 && this.settling === 0) this.tellEmpty()
    this.request()
  }

  private extend(): void {
    const now = performance.now()
    for (const held of this.held) {
      if (held.extendAt > now) continue
      held.extendAt = now + this.parts.leaseMs / 3
      tell(() => held.message.working())
    }
  }

  private async stopOnce(graceMs: number): Promise<void> {
    this.isStopping = true
    for (const request of this.requests) request.stop()
    const over = new AbortController()
    const emptied = new Promise<void>((resolve) => {
      this.tellEmpty = resolve
      if (this.held.size === 0 && this.settling === 0) resolve()
    })
    const grace = sleep(graceMs, undefined, { signal: over.signal }).catch(() => undefined)
    await Promise.race([emptied, grace])
    over.abort()
    for (const timer of this.timers) clearInterval(timer)
    this.abort.abort(new Error('the worker stops'))
    for (const { message } of this.held) tell(() => message.nak())
  }
}

/** To a connection that may be closed, on which nobody waits for an answer: the lease runs out by itself. */
function tell(say: () => void): void {
  try {
    say()
  } catch {
    // Said above.
  }
}
