/**
 * Sends a file to the server part by part, a few parts at a time.
 *
 * Promises: every row is answered once, under one unit library; a busy server is waited for. What was answered before
 * the end, however it came, was handed to `onPart`.
 */
import { BATCH_PART_BYTES, type BatchAnswerText } from '../../server/contract/batch-answer'
import { type PageRefusal, refusalOf } from '../calls/page-refusal'
import { askBatch } from './ask-batch'
import { type BatchInput, UnreadableRecords } from './batch-input'

export interface BatchTask {
  readonly input: BatchInput
  readonly rulesetHash: string
  readonly signal: AbortSignal
  readonly onPart: (from: number, answer: BatchAnswerText) => void
}

export type BatchEnd =
  | { readonly kind: 'finished' }
  | { readonly kind: 'cancelled' }
  /** The server refused the ruleset, the caller, or the rest of the file. */
  | { readonly kind: 'refused'; readonly refusal: PageRefusal }

/** The first part is small: the first answers come at once, and tell the unit library. */
const FIRST_ROWS = 100
const PART_ROWS = 2_000
/** JSON of a CSV record is longer than the record: claims are named in each line. */
const CSV_GROWTH = 8
const AT_ONCE = 3
const MOST_TRIES = 20
/** Broken connections of one part before the batch ends. */
const MOST_LOST = 3
const LOST_PAUSE = 1_000

export async function runBatch(task: BatchTask): Promise<BatchEnd> {
  const { input, signal } = task
  let next = 0
  let library: string | null = null
  const takeRows = (most: number) => {
    const from = next
    next = partEnd(input, from, most)
    return { from, to: next }
  }
  const work = async (most: number, once: boolean): Promise<BatchEnd> => {
    while (next < input.rows && !signal.aborted) {
      const { from, to } = takeRows(most)
      const end = await ask(task, library, from, to)
      if (typeof end !== 'string') {
        next = input.rows
        return end
      }
      library = end
      if (once) break
    }
    return signal.aborted ? { kind: 'cancelled' } : { kind: 'finished' }
  }
  const first = await work(FIRST_ROWS, true)
  if (first.kind !== 'finished') return first
  const ends = await Promise.all(Array.from({ length: AT_ONCE }, () => work(PART_ROWS, false)))
  return ends.find(({ kind }) => kind !== 'finished') ?? { kind: 'finished' }
}

/** As many rows as a part may hold; at least one, which the server refuses by itself where it is too large. */
function partEnd(input: BatchInput, from: number, most: number): number {
  const bytes = input.columns === null ? BATCH_PART_BYTES : BATCH_PART_BYTES / CSV_GROWTH
  let to = Math.min(input.rows, from + most)
  while (to > from + 1 && input.size(from, to) > bytes) to = from + Math.ceil((to - from) / 2)
  return to
}

/** @returns the unit library that the part was decided under, or how the batch ends */
async function ask(
  { input, rulesetHash, signal, onPart }: BatchTask,
  library: string | null,
  from: number,
  to: number,
): Promise<string | BatchEnd> {
  for (let tries = 1; ; tries++) {
    if (signal.aborted) return { kind: 'cancelled' }
    try {
      const asked = await askBatch(rulesetHash, library, await input.lines(from, to), signal)
      if (asked.ok) {
        onPart(from, asked.answer)
        const { stopped, unit_library_hash: hash } = asked.answer
        return stopped === null ? hash : { kind: 'refused', refusal: { ...NOTHING_MORE, ...stopped } }
      }
      if (asked.retryAfter === null || tries === MOST_TRIES) return { kind: 'refused', refusal: asked.refusal }
      await pause(asked.retryAfter, signal)
    } catch (error) {
      if (signal.aborted) return { kind: 'cancelled' }
      if (!(error instanceof TypeError) || tries === MOST_LOST) return { kind: 'refused', refusal: troubleOf(error) }
      // The connection broke: no answer came, so nothing of this part was kept.
      await pause(LOST_PAUSE, signal)
    }
  }
}

function troubleOf(error: unknown): PageRefusal {
  if (error instanceof UnreadableRecords) return { ...NOTHING_MORE, code: 'UNREADABLE_FILE', message: error.message }
  if (error instanceof DOMException)
    return {
      ...NOTHING_MORE,
      code: 'UNREADABLE_FILE',
      message: 'The file can no longer be read: it was moved or changed. Choose it again.',
    }
  return refusalOf(error)
}

const NOTHING_MORE = { docs: null, failures: [], diagnostics: [] }

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
