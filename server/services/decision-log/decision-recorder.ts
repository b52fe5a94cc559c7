/**
 * Writes checks to the decision logs of their namespaces in batches, behind the answers. While more than
 * {@link WAITING_BEFORE_ANSWERS_WAIT} entries wait, answers wait too. An entry that cannot be kept is counted, reported to the
 * operator and noted in the log of the namespace.
 */
import { Refusal } from '../../api/refusal'
import { StoreUnavailableError } from '../../database/client/storage-fault'
import type { NotedEventVerbs } from '../../database/log/append-log'
import type { DecisionHead, DecisionVerbs, NewDecision } from '../../database/signing/decision-entries'
import type { Caller } from '../calls/caller'
import type { ReportAlarm } from '../library/content-integrity'
import { ENTRY_RANDOM_BYTES, entryOf, type MadeCheck, type WaitingCheck } from './made-check'

export interface RecorderDependencies {
  readonly store: Pick<DecisionVerbs, 'beginDecisions' | 'appendDecisions'> & NotedEventVerbs
  readonly publicUrl: string
  readonly now: () => Date
  readonly newId: () => string
  readonly randomBytes: (count: number) => Uint8Array
  readonly pause: (milliseconds: number) => Promise<void>
  /** Calls once after a delay. Returns a function that cancels the call. */
  readonly after: (milliseconds: number, call: () => void) => () => void
  readonly reportAlarm: ReportAlarm
  /** Counts for the operator. */
  readonly countChecks: CountChecks
}

export type CountChecks = (result: 'recorded' | 'lost', count: number) => void

export interface RecordedCheck {
  readonly id: string
  /** The answer waits for it; null if it does not. */
  readonly stored: Promise<void> | null
}

const MAX_BATCH = 1_000
/** Of one namespace in one process. */
export const WAITING_BEFORE_ANSWERS_WAIT = 5_000
const MAX_WAITING = 20_000
const RETRY_PAUSE_MS = 1_000
/** A process that is killed may lose the entries of this time, unless answers wait. */
const GATHER_MS = 100
const CLAIM_KEY_BYTES = 32
/** Entries whose random bytes are made together. */
const RANDOM_ENTRIES = 256

interface Waiting {
  /** A check becomes an entry as soon as the key is known, because its claims would burden the garbage collector. */
  readonly subject: { readonly check: WaitingCheck } | { readonly entry: NewDecision }
  /** Null if nobody waits. */
  readonly settle: { readonly resolve: () => void; readonly reject: (error: unknown) => void } | null
}

interface NamespaceQueue {
  waiting: Waiting[]
  /** Whether a write failed, after which some of the waiting may be stored. */
  isRepeated: boolean
  running: Promise<void> | null
  lost: number
  claimKey: Uint8Array | null
  /** As this process wrote or read it last. */
  head: DecisionHead | null
  /** Ends the wait for a larger batch. */
  wake: (() => void) | null
}

export class DecisionRecorder {
  /** One for each namespace that recorded a check in this process. */
  private readonly queues = new Map<string, NamespaceQueue>()
  /** Random bytes that are left. */
  private random: Uint8Array = new Uint8Array()
  private closing = false

  constructor(private readonly dependencies: RecorderDependencies) {}

  /** Returns null for a namespace without a decision log, and for a check that is not recorded because too many wait. */
  record({ namespaceId, account }: Caller, made: MadeCheck): RecordedCheck | null {
    const settings = account.decisionLog
    if (namespaceId === null || settings === null || !settings.enabled) return null
    const queue = this.queueOf(namespaceId)
    const { length } = queue.waiting
    if (settings.beforeAnswer && (this.closing || length >= MAX_WAITING)) throw notRecorded()
    if (this.closing || length >= MAX_WAITING) {
      this.lose(namespaceId, queue, 1)
      return null
    }
    const at = this.dependencies.now()
    const id = timedId(at, this.dependencies.newId())
    const check = { ...made, id, at, rule: settings }
    const subject = queue.claimKey === null ? { check } : { entry: this.entryOf(namespaceId, queue.claimKey, check) }
    const waits = settings.beforeAnswer || length >= WAITING_BEFORE_ANSWERS_WAIT
    const stored = waits
      ? new Promise<void>((resolve, reject) => {
          // Without `before_answer` the answer does not depend on the log.
          const settle = { resolve, reject: settings.beforeAnswer ? reject : () => resolve() }
          queue.waiting.push({ subject, settle })
        })
      : null
    if (stored === null) queue.waiting.push({ subject, settle: null })
    if (waits || length + 1 >= MAX_BATCH) queue.wake?.()
    queue.running ??= this.writeAll(namespaceId, queue)
    return { id, stored }
  }

  /** Writes what waits. What cannot be written now is lost, and reported. */
  async close(): Promise<void> {
    this.closing = true
    for (const { wake } of this.queues.values()) wake?.()
    await Promise.all([...this.queues.values()].map(({ running }) => running))
  }

  private queueOf(namespaceId: string): NamespaceQueue {
    const known = this.queues.get(namespaceId)
    if (known !== undefined) return known
    const queue: NamespaceQueue = {
      waiting: [],
      isRepeated: false,
      running: null,
      lost: 0,
      claimKey: null,
      head: null,
      wake: null,
    }
    this.queues.set(namespaceId, queue)
    return queue
  }

  private async writeAll(namespaceId: string, queue: NamespaceQueue): Promise<void> {
    // Checks of the same turn of the event loop join the first batch.
    await null
    while (queue.waiting.length > 0) {
      if (!this.closing && queue.waiting.every(({ settle }) => settle === null)) await this.gather(queue)
      const batch = queue.waiting.slice(0, MAX_BATCH)
      try {
        await this.write(namespaceId, queue, batch)
      } catch (error) {
        const keeps = error instanceof StoreUnavailableError && !this.closing
        // Whoever waits is told at once; the others are tried again.
        const left = keeps ? batch.filter(({ settle }) => settle === null) : []
        queue.waiting = [...left, ...queue.waiting.slice(batch.length)]
        for (const { settle } of batch) settle?.reject(error)
        const lost = keeps ? 0 : batch.filter(({ settle }) => settle === null).length
        if (lost > 0) this.lose(namespaceId, queue, lost, error)
        queue.isRepeated = keeps
        if (keeps) await this.dependencies.pause(RETRY_PAUSE_MS)
        continue
      }
      queue.isRepeated = false
      queue.waiting = queue.waiting.slice(batch.length)
      this.dependencies.countChecks('recorded', batch.length)
      for (const { settle } of batch) settle?.resolve()
      if (queue.lost > 0) await this.noteLost(namespaceId, queue)
    }
    queue.running = null
  }

  /** Larger batches cost less, so a batch that nobody waits for gathers until it is full or somebody waits. */
  private gather(queue: NamespaceQueue): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        cancel()
        queue.wake = null
        resolve()
      }
      const cancel = this.dependencies.after(GATHER_MS, wake)
      queue.wake = wake
    })
  }

  private async write(namespaceId: string, queue: NamespaceQueue, batch: readonly Waiting[]): Promise<void> {
    const { store, randomBytes } = this.dependencies
    const claimKey = queue.claimKey ?? (await store.beginDecisions(namespaceId, randomBytes(CLAIM_KEY_BYTES)))
    queue.claimKey = claimKey
    const entries = batch.map(({ subject }) =>
      'entry' in subject ? subject.entry : this.entryOf(namespaceId, claimKey, subject.check),
    )
    queue.head = await store.appendDecisions(namespaceId, queue.head, entries, queue.isRepeated)
  }

  private entryOf(namespaceId: string, claimKey: Uint8Array, check: WaitingCheck): NewDecision {
    const { publicUrl, randomBytes } = this.dependencies
    if (this.random.length < ENTRY_RANDOM_BYTES) this.random = randomBytes(RANDOM_ENTRIES * ENTRY_RANDOM_BYTES)
    const own = this.random.subarray(0, ENTRY_RANDOM_BYTES)
    this.random = this.random.subarray(ENTRY_RANDOM_BYTES)
    return entryOf(check, { namespaceId, publicUrl, claimKey }, own)
  }

  private lose(namespaceId: string, queue: NamespaceQueue, count: number, error?: unknown): void {
    const isFirst = queue.lost === 0
    queue.lost += count
    this.dependencies.countChecks('lost', count)
    if (isFirst || error !== undefined)
      this.dependencies.reportAlarm(
        { alarm: 'decision_log', namespaceId, lost: queue.lost, ...(error !== undefined && { err: error }) },
        'checks of this namespace were answered and are not in its decision log',
      )
  }

  private async noteLost(namespaceId: string, queue: NamespaceQueue): Promise<void> {
    const { store, now, reportAlarm } = this.dependencies
    const { lost } = queue
    const event = { kind: 'checks_lost', actor: 'operator', details: { count: lost } } as const
    try {
      await store.noteEvent(namespaceId, now(), event)
      queue.lost -= lost
    } catch (error) {
      reportAlarm({ alarm: 'decision_log', namespaceId, lost, err: error }, 'lost checks were not noted in the log yet')
    }
  }
}

/** A UUID of version 7 (RFC 9562), because ids in the order of time keep the index of ids small. */
function timedId(at: Date, random: string): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`
}

function notRecorded(): Refusal {
  return new Refusal(
    'ENGINE_BUSY',
    'This namespace records every check before it is answered, and too many wait. Nothing was charged. Send the same request again.',
    { retry_after_ms: 1_000 },
  )
}
