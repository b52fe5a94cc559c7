/**
 * Work is delivered at least once, even if processes die. Announcements may be lost, because the truth is in the
 * database.
 */
export interface WorkMessage {
  /** Not added again while it is queued (on NATS for two minutes). */
  readonly id: string
  readonly subject: string
  /** JSON. */
  readonly payload: string
}

export interface WorkDelivery extends WorkMessage {
  readonly attempt: number
  /** Only in a lane: the group's namespace. */
  readonly share?: string
}

export interface WorkOptions {
  readonly concurrency: number
  /**
   * After it resolves, the message is done. After it rejects, the message is delivered again later; after {@link
   * MAX_ATTEMPTS} failures `exhausted` is called too.
   */
  readonly handle: (delivery: WorkDelivery, signal: AbortSignal) => Promise<void>
  /** If it resolves, the message is a dead letter. If it rejects, it is called again later. */
  readonly exhausted: (delivery: WorkDelivery, reason: string) => Promise<void>
}

export interface Worker {
  /** Takes nothing new, and gives unfinished work back after `graceMs`. */
  stop(graceMs: number): Promise<void>
}

export interface Announcement {
  readonly subject: string
  readonly id: string
  /** Such as a trace id, by which listeners read the database instead of a payload. */
  readonly about?: string
  /** JSON; null if it is too large or can be read in the database. May be a lazy getter. */
  readonly payload: string | null
}

/** If the holder dies, another process gets its rows. */
export interface Reservation {
  /** Messages. */
  readonly room: number
  /** For the rows: the process that holds them. */
  readonly holder: number
  readonly leaseMs: number
  /** Call exactly once, with the added rows. */
  handOver(taken: readonly TakenMessage[]): void
}

/** A row of `bus_work` that was added as already taken. */
export interface TakenMessage extends WorkMessage {
  readonly seq: string
}

export interface Bus {
  /** Whether callers may add rows of `bus_work` in their own transactions. */
  readonly sharesDatabase: boolean
  /** Reports added rows, which workers otherwise find later. */
  wake(): void
  /**
   * Reserves room in this process's worker for rows that the caller adds as taken. Null if there is no room, or no
   * worker on the database.
   */
  reserve(max: number): Reservation | null
  /** Durable when it resolves. @throws BusUnavailableError */
  enqueue(messages: readonly WorkMessage[]): Promise<void>
  work(options: WorkOptions): Worker
  /** @throws BusUnavailableError */
  announce(announcements: readonly Announcement[]): Promise<void>
  /** Includes this process's announcements. */
  listen(listener: (announcement: Announcement) => void): { stop(): void }
  /** Returns null, or what is wrong, without secrets. Never throws. */
  ping(): Promise<string | null>
  close(): Promise<void>
}

/** Failed handlings, not deliveries. */
export const MAX_ATTEMPTS = 5

/** The call may have taken effect. */
export class BusUnavailableError extends Error {
  constructor(options?: ErrorOptions) {
    super('The bus cannot be reached.', options)
    this.name = 'BusUnavailableError'
  }
}

export interface BusLog {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

const SUBJECT = /^[^\s.*>\0]+(\.[^\s.*>\0]+)*$/
const MAX_ID_BYTES = 256
const MAX_SUBJECT_BYTES = 1_024

/** @throws RangeError */
export function checkPayload(id: string, payload: string): void {
  if (payload.includes('\0') || !payload.isWellFormed())
    throw new RangeError(`The payload of ${id} is not JSON: it holds a NUL or half a character.`)
}

/** @throws RangeError */
export function checkNames(messages: readonly { readonly id: string; readonly subject: string }[]): void {
  for (const { id, subject } of messages) {
    if (!/^[\x21-\x7e]+$/.test(id) || id.length > MAX_ID_BYTES)
      throw new RangeError(`A message id is 1 to ${MAX_ID_BYTES} printable ASCII characters: ${JSON.stringify(id)}`)
    if (!SUBJECT.test(subject) || !subject.isWellFormed() || Buffer.byteLength(subject) > MAX_SUBJECT_BYTES)
      throw new RangeError(`This is not a subject of the bus: ${JSON.stringify(subject)}`)
  }
}

/** Lanes hold frames that wait for a solver or a model, always in the database. The exact lane is the bus itself. */
export const WAITING_LANES = ['solver', 'model'] as const

export type WaitingLane = (typeof WAITING_LANES)[number]

export type Lane = 'exact' | WaitingLane

export interface LaneMessage extends WorkMessage {
  readonly lane: WaitingLane
  /** The group's namespace. */
  readonly share: string
}

export interface LaneOptions extends Pick<WorkOptions, 'exhausted'> {
  readonly lane: WaitingLane
  /** One share holds all but an eighth of four or more. */
  readonly slots: number
  readonly handle: (delivery: WorkDelivery, signal: AbortSignal) => Promise<void>
}

export interface LaneQueue {
  /** Durable when it resolves. @throws BusUnavailableError */
  add(messages: readonly LaneMessage[]): Promise<void>
  work(options: LaneOptions): Worker
}
