/**
 * The bus: how frames reach evaluators and how servers hear of answers.
 *
 * Promises: work that was enqueued is handed to some worker at least once, whoever dies meanwhile; an announcement reaches
 * whoever listens at that moment, and may be lost. The truth is in the database: the bus only carries it. Two
 * implementations, one suite (`bus.test.ts`).
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
}

export interface WorkOptions {
  /** Messages in hand at one time. */
  readonly concurrency: number
  /**
   * Resolved: done, and never delivered again. Rejected: delivered again after a pause that grows with the attempts; after
   * {@link MAX_ATTEMPTS} `exhausted` is called in its place. While it runs, the delivery is this worker's, however long.
   */
  readonly handle: (delivery: WorkDelivery, signal: AbortSignal) => Promise<void>
  /** The last word about a message; once it resolves, the message is put with the dead letters. */
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
   * What it is about, such as a trace id: by this whoever heard no payload knows what to read in the database. Absent where
   * nothing is to be read there.
   */
  readonly about?: string
  /**
   * JSON; null where it was not carried: too large, or about something that is read as quickly from the same database.
   * Read only where it is wanted, so that whoever announces may make it then.
   */
  readonly payload: string | null
}

/** Room for work that is not added yet. What its holder has taken comes to somebody else when that process dies. */
export interface Reservation {
  /** Messages. */
  readonly room: number
  /** What stands in the rows: the process that has them, and for how long, in milliseconds. */
  readonly holder: number
  readonly leaseMs: number
  /** The rows were added, those that were. Once, with none where nothing came of it: the rest of the room is free again. */
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
   * over without a look into the queue. Null where there is no room, no worker, or no share in the database.
   * @param most messages at most
   */
  reserve(most: number): Reservation | null
  /** Durable when it resolves. @throws BusUnavailable */
  enqueue(messages: readonly WorkMessage[]): Promise<void>
  work(options: WorkOptions): Worker
  /** @throws BusUnavailable */
  announce(announcements: readonly Announcement[]): Promise<void>
  /** Every announcement of every process, this one's too. Goes on by itself after the bus was away. */
  listen(listener: (announcement: Announcement) => void): { stop(): void }
  /** Null while it works, else why not, in words that anybody may read. Never throws. */
  ping(): Promise<string | null>
  close(): Promise<void>
}

export const MAX_ATTEMPTS = 5

/** The bus cannot be reached; what was asked may have happened. */
export class BusUnavailable extends Error {
  constructor(options?: ErrorOptions) {
    super('The bus cannot be reached.', options)
    this.name = 'BusUnavailable'
  }
}
