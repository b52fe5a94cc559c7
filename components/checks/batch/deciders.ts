/**
 * Workers that decide parts of a file, each one at a time, in the order of the requests. They stay for the next file
 * until {@link stop}, because warm code is faster.
 */
import type { TableHead } from '../../../server/engine/batch/record-rows'
import { NOT_UTF8, UnreadableRecordsError } from './batch-input'
import type { DecidedPart, DecidingTerms } from './part-decider'

export type ToDecider = { readonly terms: DecidingTerms; readonly head: TableHead | null } | { readonly records: Blob }
/** `gone`: the file can no longer be read. */
export type FromDecider = { readonly part: DecidedPart } | { readonly problem: 'gone' | 'not UTF-8' }

/** More workers do not help a busy machine. */
const MAX_WORKERS = 4

interface Asked {
  readonly records: Blob
  readonly resolve: (part: DecidedPart) => void
  readonly reject: (reason: Error) => void
}

export class WorkerStoppedError extends Error {}

export class Deciders {
  private workers: Worker[] = []
  private readonly idle: Worker[] = []
  private readonly busy = new Map<Worker, Asked>()
  private readonly waiting: Asked[] = []

  /** @param head first row of a CSV file; null for JSON Lines */
  begin(terms: DecidingTerms, head: TableHead | null): void {
    if (this.workers.length === 0) this.start()
    for (const worker of this.workers) postTo(worker, { terms, head })
  }

  decide(records: Blob): Promise<DecidedPart> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ records, resolve, reject })
      this.next()
    })
  }

  /** Terminates the workers. Every open decision fails with {@link WorkerStoppedError}. */
  stop(why = 'it was stopped'): void {
    for (const worker of this.workers) worker.terminate()
    const left = [...this.busy.values(), ...this.waiting]
    this.workers = []
    this.idle.length = 0
    this.busy.clear()
    this.waiting.length = 0
    for (const { reject } of left) reject(new WorkerStoppedError(why))
  }

  private start(): void {
    const count = Math.max(1, Math.min(MAX_WORKERS, navigator.hardwareConcurrency))
    for (let i = 0; i < count; i++) {
      const worker = new Worker(new URL('./batch.worker.ts', import.meta.url), { type: 'module', name: 'batch' })
      worker.onmessage = ({ data }: MessageEvent<FromDecider>) => this.receive(worker, data)
      worker.onerror = (event) => {
        event.preventDefault()
        this.stop(event.message || 'it could not be started')
      }
      this.workers.push(worker)
      this.idle.push(worker)
    }
  }

  private next(): void {
    while (this.waiting.length > 0) {
      const worker = this.idle.pop()
      if (worker === undefined) return
      const task = this.waiting.shift()
      if (task === undefined) return
      this.busy.set(worker, task)
      postTo(worker, { records: task.records })
    }
  }

  private receive(worker: Worker, answer: FromDecider): void {
    const task = this.busy.get(worker)
    this.busy.delete(worker)
    this.idle.push(worker)
    if ('part' in answer) task?.resolve(answer.part)
    else task?.reject(new UnreadableRecordsError(PROBLEMS[answer.problem]))
    this.next()
  }
}

const PROBLEMS = {
  gone: 'The file can no longer be read: it was moved or changed. Choose it again.',
  'not UTF-8': NOT_UTF8,
}

function postTo(worker: Worker, message: ToDecider): void {
  worker.postMessage(message)
}
