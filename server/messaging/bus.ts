/**
 * The bus: how frames reach evaluators and how servers are notified of answers.
 *
 * Promises: enqueued work is delivered to some worker at least once, whichever process dies meanwhile. An announcement
 * reaches the processes that listen at that moment, and may be lost. The truth is in the database: the bus only transports
 * it. Two implementations, one suite (`bus.test.ts`).
 */
export interface WorkMessage {
  /** While the queue holds a message of this id (and on NATS for two minutes), it is not added again. */
  readonly id: string
  /** Such as `touchstone.frames.<target id>`. */
  readonly subject: string
  /** JSON. */
  readonly payload: string
}

export interface WorkDelivery extends WorkMessage {
  /** 1 for the first. */
  readonly attempt: number
  /** In a lane, whose work it is; else absent. */
  readonly share?: string
}

export interface WorkOptions {
  /** Messages in hand at one time. */
  readonly concurrency: number
  /**
   * Resolves: done, never delivered again. Rejects: delivered again after a pause that grows with the failures; after
   * {@link MAX_ATTEMPTS} of them `exhausted` is called too. While it runs, the delivery is this worker's, however long.
   */
  readonly handle: (delivery: WorkDelivery, signal: AbortSignal) => Promise<void>
  /** Called when a message is given up, and again later if it rejects; when it resolves, it is a dead letter. */
  readonly exhausted: (delivery: WorkDelivery, reason: string) => Promise<void>
}

export interface Worker {
  /** Takes nothing new, and resolves when what is in hand is done or, after `graceMs`, given back. */
  stop(graceMs: number): Promise<void>
}

export interface Announcement {
  readonly subject: string
  /** Of the message announced. */
  readonly id: string
  /**
   * What it is about, such as a trace id: a listener that got no payload reads this in the database. Absent where nothing is
   * to be read there.
   */
  readonly about?: string
  /**
   * JSON; null where it was not transported: too large, or about something that is read as quickly from the same database.
   * A getter may make it: it is read only where it is needed.
   */
  readonly payload: string | null
}

/** Room for work that is not added yet. When its holder dies, another process gets what the holder had taken. */
export interface Reservation {
  /** Messages. */
  readonly room: number
  /** What stands in the rows: the process that has them, and for how long, in milliseconds. */
  readonly holder: number
  readonly leaseMs: number
  /** Call exactly once, with the rows that were added (none if nothing was); the rest of the room is free again. */
  handOver(taken: readonly TakenMessage[]): void
}

/** A row of `bus_work` that was added as taken. */
export interface TakenMessage extends WorkMessage {
  readonly seq: string
}

export interface Bus {
  /**
   * Whether work may be added by a row of `bus_work` in a transaction of the caller's own, followed by {@link wake}.
   */
  readonly sharesDatabase: boolean
  /** Says that rows were added. Costs nothing; a worker finds them without it, later. */
  wake(): void
  /**
   * Sets room aside in this process's worker for rows that the caller is about to add: they are added as taken, and handed
   * over without a look into the queue. Null without room, without a worker, or where the bus is not in the database.
   * @param max messages at most
   */
  reserve(max: number): Reservation | null
  /** Durable when it resolves. @throws BusUnavailable */
  enqueue(messages: readonly WorkMessage[]): Promise<void>
  work(options: WorkOptions): Worker
  /** @throws BusUnavailable */
  announce(announcements: readonly Announcement[]): Promise<void>
  /** Every announcement of every process, this one included. Continues by itself after the bus was unavailable. */
  listen(listener: (announcement: Announcement) => void): { stop(): void }
  /** Null while it works, else the reason, without secrets. Never throws. */
  ping(): Promise<string | null>
  close(): Promise<void>
}

/** Failures of the handler, not deliveries. */
export const MAX_ATTEMPTS = 5

/** The bus cannot be reached; what was asked may have happened. */
export class BusUnavailable extends Error {
  constructor(options?: ErrorOptions) {
    super('The bus cannot be reached.', options)
    this.name = 'BusUnavailable'
  }
}

/** Where a bus reports what an operator may want to know. A pino logger is one. */
export interface BusLog {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

const SUBJECT = /^[^\s.*>\0]+(\.[^\s.*>\0]+)*$/
const MAX_ID_BYTES = 256
const MAX_SUBJECT_BYTES = 1_024

/** A message that no bus can transport is a bug of the caller. @throws RangeError that names what is wrong with a payload */
export function checkPayload(id: string, payload: string): void {
  if (payload.includes('\0') || !payload.isWellFormed())
    throw new RangeError(`The payload of ${id} is no JSON: it holds a NUL or half a character.`)
}

/** @throws RangeError that names what is wrong with an id or a subject */
export function checkNames(messages: readonly { readonly id: string; readonly subject: string }[]): void {
  for (const { id, subject } of messages) {
    if (!/^[\x21-\x7e]+$/.test(id) || id.length > MAX_ID_BYTES)
      throw new RangeError(`A message id is 1 to ${MAX_ID_BYTES} printable ASCII characters: ${JSON.stringify(id)}`)
    if (!SUBJECT.test(subject) || !subject.isWellFormed() || Buffer.byteLength(subject) > MAX_SUBJECT_BYTES)
      throw new RangeError(`No subject of the bus: ${JSON.stringify(subject)}`)
  }
}
