/**
 * Takes work from the queue on NATS as long as there is room.
 *
 * Promises: never more than `concurrency` in hand. What is in hand retains its lease, is acknowledged when it is done, rests
 * when it failed, and is released when the worker stops. An unavailable server delays all of this and ends none of it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Consumer, ConsumerMessages, JsMsg } from '@nats-io/jetstream'
import type { BusLog, WorkDelivery, Worker, WorkOptions } from '../bus'
import { deliver, type Outcome, pauseAfter } from '../deliver'
import type { NatsConnector, NatsSession } from './nats-connector'
import type { BusNames } from './streams'

export interface NatsWorkerDependencies {
  readonly connector: NatsConnector
  readonly names: BusNames
  readonly log: BusLog
  readonly leaseMs: number
  /** A request for work that nothing answered ends after this time; another one follows. */
  readonly requestMs: number
  /** Repeats a call while the server is unavailable. @throws BusUnavailable */
  readonly persist: <T>(call: (session: NatsSession) => Promise<T>) => Promise<T>
  /** Puts a message with the dead letters and announces it. @throws BusUnavailable */
  readonly bury: (delivery: WorkDelivery, reason: string) => Promise<void>
}

const LOOK_MS = 250
/**
 * A request is over so long after its time, whether the server says so or not. Server 2.9.10 says nothing where the time is
 * over in the moment in which a message comes; the client would wait as long again, and what comes meanwhile with it.
 */
const LATE_MS = 500
/** Of one request: each may be a megabyte. */
const MAX_REQUESTED = 128
/** Requests that wait at one time: what comes to one of a worker that has ended waits for the end of its lease. */
const MAX_REQUESTS = 2
/** Of messages in hand; more are not requested meanwhile. */
const MAX_HELD_BYTES = 64_000_000

interface Held {
  readonly message: JsMsg
  /** Of the monotonic clock. */
  extendAt: number
}

interface Ending {
  /** @returns whether the request still counts as one that is under way */
  callOff(): boolean
}

export class NatsWorker implements Worker {
  private readonly held = new Set<Held>()
  private readonly requests = new Set<ConsumerMessages>()
  private readonly abort = new AbortController()
  private readonly timers: readonly NodeJS.Timeout[]
  /** Of the session that it was asked for. */
  private consumer: { readonly session: NatsSession; readonly value: Promise<Consumer> } | null = null
  /** Asked for and not yet come. */
  private requested = 0
  /** Requests that are under way. */
  private requesting = 0
  private heldBytes = 0
  /** Failures that are being noted, dead letters that are being written. */
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

  /** The server is there again. */
  resume(): void {
    this.request()
  }

  /** The server is unavailable: nothing that was asked for will come. */
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

  /** The next request is made when the time of this one is over; what the server sent before still has time to come. */
  private endInTime(request: ConsumerMessages): Ending {
    let counts = true
    let timer = setTimeout(() => {
      counts = false
      this.requesting--
      // Begins now, so that what waits in the socket is read before it ends, however late this is called.
      timer = setTimeout(() => request.stop(), LATE_MS)
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
    // Came while it was asked to stop: given back with the rest.
    if (this.isStopping) return
    const delivery = this.deliveryOf(message)
    const failures = delivery.attempt === 1 ? 0 : await this.failuresOf(session, delivery)
    const outcome = await deliver(this.options, delivery, failures, this.abort.signal)
    this.settling++
    // Room is there at once, but what is not yet acknowledged retains its lease.
    if (outcome.kind === 'done') this.letGo(held)
    await this.settle(message, delivery, failures, outcome)
    this.settling--
    this.letGo(held)
  }

  private deliveryOf(message: JsMsg): WorkDelivery {
    return {
      // A service inside the stack may publish without an id.
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
        log.debug({ id: delivery.id, reason: outcome.reason }, 'a message failed and rests')
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

/** On a connection that may be closed. No caller waits for an answer: the lease runs out by itself. */
function sendIfOpen(send: () => void): void {
  try {
    send()
  } catch {
    // Closed: the server delivers the message again when the lease runs out.
  }
}

/**
 * How often the handling of a message failed. NATS counts deliveries alone, including those to workers that died.
 *
 * Promises: what was counted is seen by every worker. A count that is lost only means that a message is tried more often.
 */

/** @throws the client's errors */
export async function readFailures({ manager }: NatsSession, names: BusNames, messageId: string): Promise<number> {
  const stored = await manager.streams.getMessage(names.streams.failures, {
    last_by_subj: names.failureSubject(messageId),
  })
  const count = stored === null ? 0 : Number(stored.string())
  return Number.isSafeInteger(count) && count > 0 ? count : 0
}

/** @throws the client's errors */
export async function writeFailures(
  { stream }: NatsSession,
  names: BusNames,
  messageId: string,
  failures: number,
): Promise<void> {
  await stream.publish(names.failureSubject(messageId), String(failures))
}

/** @throws the client's errors */
export async function forgetFailures({ manager }: NatsSession, names: BusNames, messageId: string): Promise<void> {
  await manager.streams.purge(names.streams.failures, { filter: names.failureSubject(messageId) })
}
