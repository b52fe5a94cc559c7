/** Requests messages, extends their leases and stores their outcomes. An outage only delays this. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Consumer, ConsumerMessages, JsMsg } from '@nats-io/jetstream'
import type { BusLog, WorkDelivery, Worker, WorkOptions } from '../bus/bus'
import { deliverMessage, type Outcome, pauseAfter } from '../bus/deliver'
import type { NatsConnector, NatsSession } from './nats-connector'
import type { BusNames } from './streams'

export interface NatsWorkerDependencies {
  readonly connector: NatsConnector
  readonly names: BusNames
  readonly log: BusLog
  readonly leaseMs: number
  /** When a request for work expires. */
  readonly requestMs: number
  /** @throws BusUnavailableError */
  readonly persist: <T>(call: (session: NatsSession) => Promise<T>) => Promise<T>
  /** Stores and announces a dead letter. @throws BusUnavailableError */
  readonly bury: (delivery: WorkDelivery, reason: string) => Promise<void>
}

const LOOK_MS = 250
/**
 * Server 2.9.10 does not report an expired request if a message comes at that moment, and the client would wait as long
 * again.
 */
const LATE_GRACE_MS = 500
/** Each message may be a megabyte. */
const MAX_REQUESTED = 128
/** Messages sent to a dead worker wait for their lease to end. */
const MAX_REQUESTS = 2
const MAX_HELD_BYTES = 64_000_000

interface Held {
  readonly message: JsMsg
  /** Monotonic clock. */
  extendAt: number
}

interface Ending {
  callOff(): boolean
}

export class NatsWorker implements Worker {
  private readonly held = new Set<Held>()
  private readonly requests = new Set<ConsumerMessages>()
  private readonly abort = new AbortController()
  private readonly timers: readonly NodeJS.Timeout[]
  private consumer: { readonly session: NatsSession; readonly value: Promise<Consumer> } | null = null
  /** Messages that have not come yet. */
  private requested = 0
  private requesting = 0
  private heldBytes = 0
  /** Outcomes being stored. */
  private settling = 0
  private isStopping = false
  private stopped: Promise<void> | null = null
  private onEmpty: () => void = () => undefined

  constructor(
    private readonly dependencies: NatsWorkerDependencies,
    private readonly options: WorkOptions,
  ) {
    this.timers = [
      setInterval(() => this.request(), LOOK_MS),
      setInterval(() => this.extend(), dependencies.leaseMs / 6),
    ]
    this.request()
  }

  resume(): void {
    this.request()
  }

  /** Nothing that was requested will come. */
  interrupt(): void {
    for (const request of this.requests) request.stop()
  }

  stop(graceMs: number): Promise<void> {
    this.stopped ??= this.stopOnce(graceMs)
    return this.stopped
  }

  /** Makes a further request only if a quarter of the slots is free. */
  private request(): void {
    const { concurrency } = this.options
    const room = concurrency - this.held.size - this.requested
    if (this.isStopping || room <= 0 || (this.requesting > 0 && room < concurrency / 4)) return
    if (this.requesting >= MAX_REQUESTS || this.heldBytes > MAX_HELD_BYTES) return
    let session: NatsSession
    try {
      session = this.dependencies.connector.session()
    } catch {
      return
    }
    void this.fetch(session, Math.min(room, MAX_REQUESTED))
  }

  private async fetch(session: NatsSession, batch: number): Promise<void> {
    this.requested += batch
    this.requesting++
    let missing = batch
    let request: ConsumerMessages | null = null
    let ending: Ending | null = null
    try {
      const consumer = await this.consumerOf(session)
      request = await consumer.fetch({ max_messages: batch, expires: this.dependencies.requestMs })
      this.requests.add(request)
      ending = this.endInTime(request)
      if (this.isStopping) request.stop()
      for await (const message of request) {
        if (missing > 0) this.requested--
        missing--
        void this.work(session, message)
      }
    } catch (error) {
      if (!this.isStopping) {
        this.dependencies.log.debug({ err: error }, 'a request for work failed')
        this.consumer = null
        await sleep(LOOK_MS)
        if (this.dependencies.connector.isCurrent(session)) this.dependencies.connector.doubt()
      }
    }
    if (request !== null) this.requests.delete(request)
    this.requested -= Math.max(missing, 0)
    if (ending === null || ending.callOff()) this.requesting--
    this.request()
  }

  /** Allows the next request at expiry, while late messages may still come. */
  private endInTime(request: ConsumerMessages): Ending {
    let counts = true
    let timer = setTimeout(() => {
      counts = false
      this.requesting--
      // Starts only now, so waiting messages are read even if this timer was late.
      timer = setTimeout(() => request.stop(), LATE_GRACE_MS)
      this.request()
    }, this.dependencies.requestMs)
    return {
      callOff: () => {
        clearTimeout(timer)
        return counts
      },
    }
  }

  private consumerOf(session: NatsSession): Promise<Consumer> {
    if (this.consumer?.session !== session) {
      const { names } = this.dependencies
      this.consumer = { session, value: session.stream.consumers.get(names.streams.frames, names.consumer) }
    }
    return this.consumer.value
  }

  private async work(session: NatsSession, message: JsMsg): Promise<void> {
    const held: Held = { message, extendAt: performance.now() + this.dependencies.leaseMs / 3 }
    this.held.add(held)
    this.heldBytes += message.data.length
    // Given back with the rest.
    if (this.isStopping) return
    const delivery = this.deliveryOf(message)
    const failures = delivery.attempt === 1 ? 0 : await this.failuresOf(session, delivery)
    const outcome = await deliverMessage(this.options, delivery, failures, this.abort.signal)
    this.settling++
    // Other messages keep their lease until acknowledged.
    if (outcome.kind === 'done') this.letGo(held)
    await this.settle(message, delivery, failures, outcome)
    this.settling--
    this.letGo(held)
  }

  private deliveryOf(message: JsMsg): WorkDelivery {
    return {
      // Other services may publish without an id.
      id: message.headers?.get('Nats-Msg-Id') || `seq-${message.seq}`,
      subject: this.dependencies.names.fromWire(message.subject),
      payload: message.string(),
      attempt: message.info.deliveryCount,
    }
  }

  private async failuresOf(session: NatsSession, { id }: WorkDelivery): Promise<number> {
    try {
      return await readFailures(session, this.dependencies.names, id)
    } catch (error) {
      this.dependencies.log.debug({ err: error, id }, 'the failures of a message could not be read')
      return 0
    }
  }

  private async settle(message: JsMsg, delivery: WorkDelivery, failures: number, outcome: Outcome): Promise<void> {
    const { persist, bury, log, names } = this.dependencies
    try {
      if (outcome.kind === 'done') message.ack()
      else if (outcome.kind === 'given_up') {
        await bury(delivery, outcome.reason)
        log.warn({ id: delivery.id, subject: delivery.subject, reason: outcome.reason }, 'a message was given up')
        message.ack()
      } else if (!this.abort.signal.aborted) {
        log.debug({ id: delivery.id, reason: outcome.reason }, 'a message failed and will be retried')
        await persist((session) => writeFailures(session, names, delivery.id, outcome.failures))
        message.nak(pauseAfter(outcome.failures))
        return
      }
      // The id may be used again.
      if (failures > 0) await persist((session) => forgetFailures(session, names, delivery.id))
    } catch (error) {
      log.warn({ err: error, id: delivery.id }, 'the outcome of a message could not be stored; it is delivered again')
    }
  }

  private letGo(held: Held): void {
    if (this.held.delete(held)) this.heldBytes -= held.message.data.length
    if (this.held.size === 0 && this.settling === 0) this.onEmpty()
    this.request()
  }

  private extend(): void {
    const now = performance.now()
    for (const held of this.held) {
      if (held.extendAt > now) continue
      held.extendAt = now + this.dependencies.leaseMs / 3
      sendIfOpen(() => held.message.working())
    }
  }

  private async stopOnce(graceMs: number): Promise<void> {
    this.isStopping = true
    for (const request of this.requests) request.stop()
    const over = new AbortController()
    const emptied = new Promise<void>((resolve) => {
      this.onEmpty = resolve
      if (this.held.size === 0 && this.settling === 0) resolve()
    })
    const grace = sleep(graceMs, undefined, { signal: over.signal }).catch(() => undefined)
    await Promise.race([emptied, grace])
    over.abort()
    for (const timer of this.timers) clearInterval(timer)
    this.abort.abort(new Error('the worker stops'))
    for (const { message } of this.held) sendIfOpen(() => message.nak())
  }
}

/** Sends unless the connection is closed, which lets the lease run out. */
function sendIfOpen(send: () => void): void {
  try {
    send()
  } catch {}
}

/**
 * Counts failed handlings. NATS counts deliveries, also to workers that died.
 * @throws the client's errors
 */

export async function readFailures({ manager }: NatsSession, names: BusNames, messageId: string): Promise<number> {
  const stored = await manager.streams.getMessage(names.streams.failures, {
    last_by_subj: names.failureSubject(messageId),
  })
  const count = stored === null ? 0 : Number(stored.string())
  return Number.isSafeInteger(count) && count > 0 ? count : 0
}

export async function writeFailures(
  { stream }: NatsSession,
  names: BusNames,
  messageId: string,
  failures: number,
): Promise<void> {
  await stream.publish(names.failureSubject(messageId), String(failures))
}

export async function forgetFailures({ manager }: NatsSession, names: BusNames, messageId: string): Promise<void> {
  await manager.streams.purge(names.streams.failures, { filter: names.failureSubject(messageId) })
}
