/**
 * Writes checks to the decision logs of their namespaces in batches, after the answers. While more than
 * {@link WAITING_BEFORE_ANSWERS_WAIT} entries wait, answers wait too. An entry that cannot be kept is counted, reported to the
 * operator and noted in the log of the namespace.
 */
import { Refusal } from '../../api/refusal'
import { StoreUnavailableError } from '../../database/client/storage-fault'
import type { NotedEventVerbs } from '../../database/log/append-log'
import type { DecisionHead } from '../../database/signing/decision-batch'
import type { DecisionVerbs } from '../../database/signing/decision-entries'
import type { Caller } from '../calls/caller'
import type { ReportAlarm } from '../library/content-integrity'
import { type BuiltEntries, ENTRY_RANDOM_BYTES, type EntriesToBuild } from './build-entries'
import { CheckRecords, type MadeCheck } from './check-record'

export interface RecorderDependencies {
  readonly store: Pick<DecisionVerbs, 'beginDecisions' | 'appendDecisions'> & NotedEventVerbs
  readonly publicUrl: string
  readonly now: () => Date
  readonly newId: () => string
  readonly randomBytes: (count: number) => Uint8Array
  /** In a worker thread if there are many. */
  readonly build: (entries: EntriesToBuild) => BuiltEntries | Promise<BuiltEntries>
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

const MAX_BATCH = 4_000
/** A batch that is as large as this gathers no longer. */
const GATHERED_BATCH = 1_000
/** The number of waiting entries of one namespace in one process from which on answers wait. */
export const WAITING_BEFORE_ANSWERS_WAIT = 5_000
const MAX_WAITING = 20_000
const RETRY_PAUSE_MS = 1_000
/** A process that is killed may lose the entries of this time, unless answers wait. */
const GATHER_MS = 100
const CLAIM_KEY_BYTES = 32

interface Settle {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

interface Batch {
  readonly records: CheckRecords
  /** The answers that wait, by the place of the record. */
  readonly settles: Map<number, Settle>
  /** Whether it is being written, so that it takes no more records. */
  isClosed: boolean
}

interface NamespaceQueue {
  /** The first is written next, and the last takes records. */
  readonly batches: Batch[]
  /** Records in all batches. */
  waiting: number
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
  private closing = false

  constructor(private readonly dependencies: RecorderDependencies) {}

  /** Returns null for a namespace without a decision log, and for a check that is not recorded because too many wait. */
  record({ namespaceId, account }: Caller, made: MadeCheck): RecordedCheck | null {
    const settings = account.decisionLog
    if (namespaceId === null || settings === null || !settings.enabled) return null
    const queue = this.queueOf(namespaceId)
    const { waiting } = queue
    if (settings.beforeAnswer && (this.closing || waiting >= MAX_WAITING)) throw notRecorded()
    if (this.closing || waiting >= MAX_WAITING) {
      this.lose(namespaceId, queue, 1)
      return null
    }
    const at = this.dependencies.now().getTime()
    const id = timedId(at, this.dependencies.newId())
    const batch = this.openBatch(queue)
    batch.records.add(id, at, made, settings)
    queue.waiting++
    const waits = settings.beforeAnswer || waiting >= WAITING_BEFORE_ANSWERS_WAIT
    const stored = waits
      ? new Promise<void>((resolve, reject) => {
          // Without `before_answer` the answer does not depend on the log.
          const settle = { resolve, reject: settings.beforeAnswer ? reject : () => resolve() }
          batch.settles.set(batch.records.count - 1, settle)
        })
      : null
    if (waits || queue.waiting >= GATHERED_BATCH) queue.wake?.()
    queue.running ??= this.writeAll(namespaceId, queue)
    return { id, stored }
  }

  /** Writes the waiting entries. Entries that cannot be written now are lost, and reported. */
  async close(): Promise<void> {
    this.closing = true
    for (const { wake } of this.queues.values()) wake?.()
    await Promise.all([...this.queues.values()].map(({ running }) => running))
  }

  private queueOf(namespaceId: string): NamespaceQueue {
    const known = this.queues.get(namespaceId)
    if (known !== undefined) return known
    const queue: NamespaceQueue = {
      batches: [],
      waiting: 0,
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

  private openBatch({ batches }: NamespaceQueue): Batch {
    const last = batches.at(-1)
    if (last !== undefined && !last.isClosed && !last.records.isFull && last.records.count < MAX_BATCH) return last
    const batch = { records: new CheckRecords(this.dependencies.publicUrl), settles: new Map(), isClosed: false }
    batches.push(batch)
    return batch
  }

  private async writeAll(namespaceId: string, queue: NamespaceQueue): Promise<void> {
    // Checks of the same turn of the event loop join the first batch.
    await null
    for (let [batch] = queue.batches; batch !== undefined; [batch] = queue.batches) {
      const mayGrow = !batch.isClosed && queue.batches.length === 1 && batch.records.count < GATHERED_BATCH
      if (mayGrow && !this.closing && batch.settles.size === 0) await this.gather(queue)
      batch.isClosed = true
      const { count } = batch.records
      try {
        await this.write(namespaceId, queue, batch)
      } catch (error) {
        await this.afterFailure(namespaceId, queue, batch, error)
        continue
      }
      queue.isRepeated = false
      queue.batches.shift()
      queue.waiting -= count
      this.dependencies.countChecks('recorded', count)
      for (const { resolve } of batch.settles.values()) resolve()
      if (queue.lost > 0) await this.noteLost(namespaceId, queue)
    }
    queue.running = null
  }

  /** Whoever waits is told at once; the others are tried again. */
  private async afterFailure(namespaceId: string, queue: NamespaceQueue, batch: Batch, error: unknown): Promise<void> {
    const keeps = error instanceof StoreUnavailableError && !this.closing
    const { records, settles } = batch
    const [told, unheard] = [[...settles.values()], records.count - settles.size]
    queue.waiting -= keeps ? told.length : records.count
    if (keeps) records.drop(new Set(settles.keys()))
    settles.clear()
    if (!keeps || records.count === 0) queue.batches.shift()
    for (const { reject } of told) reject(error)
    if (!keeps && unheard > 0) this.lose(namespaceId, queue, unheard, error)
    queue.isRepeated = keeps
    if (keeps) await this.dependencies.pause(RETRY_PAUSE_MS)
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

  private async write(namespaceId: string, queue: NamespaceQueue, { records }: Batch): Promise<void> {
    const { store, publicUrl, randomBytes, build } = this.dependencies
    const claimKey = queue.claimKey ?? (await store.beginDecisions(namespaceId, randomBytes(CLAIM_KEY_BYTES)))
    queue.claimKey = claimKey
    const { head } = queue
    const given = {
      ...{ namespaceId, publicUrl, claimKey, head },
      lines: records.lines(),
      forms: records.forms,
      random: randomBytes(records.count * ENTRY_RANDOM_BYTES),
    }
    const { batch, grown } = await build(given)
    queue.head = await store.appendDecisions(namespaceId, head, batch, grown, queue.isRepeated)
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
function timedId(at: number, random: string): string {
  const time = at.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`
}

function notRecorded(): Refusal {
  return new Refusal(
    'ENGINE_BUSY',
    'This namespace records every check before it is answered, and too many wait. Nothing was charged. Send the same request again.',
    { retry_after_ms: 1_000 },
  )
}
