/**
 * Decides a file in parts, several at a time, in this browser or, if a solver is needed, on the server.
 *
 * Every row is charged first and answered once, under one unit library. `onPart` gets every answer, however the run
 * ends.
 */
import { BATCH_PART_BYTES, type BatchAnswerText } from '../../../server/api/schemas/check'
import { VERSIONS } from '../../../server/api/terms/versions'
import { type PageRefusal, server } from '../../ui/server-calls'
import { answerPart, type PartAnswer, type PartCalls } from './answer-part'
import { askBatch, BatchCallError, NOTHING_MORE, retryCall, troubleOf } from './batch-calls'
import type { BatchInput } from './batch-input'
import { Charges } from './charges'
import type { Deciders } from './deciders'

export interface BatchTask {
  readonly input: BatchInput
  readonly rulesetHash: string
  readonly deciders: Deciders
  readonly signal: AbortSignal
  readonly onPart: (from: number, answer: PartAnswer) => void
}

export type BatchEnd =
  | { readonly kind: 'finished' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'refused'; readonly refusal: PageRefusal }

/** Small, so that the first answers appear quickly. */
const FIRST_ROWS = 100
const PART_ROWS = 5_000
/** Parts are decided while others are charged. */
const MAX_CONCURRENT_PARTS = 12
/** The server's limit. */
const MAX_CHARGED_ROWS = 100_000

export async function runBatch(task: BatchTask): Promise<BatchEnd> {
  const { input, signal, deciders, onPart } = task
  const stop = () => deciders.stop()
  signal.addEventListener('abort', stop)
  try {
    const { calls, unitLibraryHash } = await prepareCalls(task)
    const left: { next: number; stopped: BatchAnswerText['stopped'] } = { next: 0, stopped: null }
    const work = async (most: number, once: boolean) => {
      while (left.next < input.rows) {
        const from = left.next
        const to = partEnd(input, from, most)
        left.next = to
        const answer = await answerPart(calls, unitLibraryHash, input.part(from, to))
        signal.throwIfAborted()
        onPart(from, answer)
        if (answer.stopped !== null) {
          left.stopped = answer.stopped
          left.next = input.rows
        }
        if (once) return
      }
    }
    const lane = (most: number, once = false) =>
      work(most, once).catch((error: unknown) => {
        // The others stop after their current part.
        left.next = input.rows
        throw error
      })
    const lanes = await Promise.allSettled([
      lane(FIRST_ROWS, true),
      ...Array.from({ length: MAX_CONCURRENT_PARTS }, () => lane(PART_ROWS)),
    ])
    for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason
    const { stopped } = left
    return stopped === null ? { kind: 'finished' } : { kind: 'refused', refusal: { ...NOTHING_MORE, ...stopped } }
  } catch (error) {
    return signal.aborted ? { kind: 'cancelled' } : { kind: 'refused', refusal: troubleOf(error) }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

async function prepareCalls({ input, rulesetHash, deciders, signal }: BatchTask) {
  const subject = { rulesetHash, unitLibraryHash: null }
  const terms = await retryCall(
    async () => ({ ok: true, answer: await server.batch.terms.query(subject, { signal }) }),
    signal,
  )
  if (terms.versions.engine_version !== VERSIONS.engine_version)
    throw new BatchCallError({
      ...NOTHING_MORE,
      code: 'OLD_PAGE',
      message: 'This page is older than the server. Reload it and choose the file again.',
    })
  deciders.begin(terms, input.head)
  const { unitLibraryHash } = terms
  const charge = async (dictionaries: number) => {
    const answer = await server.batch.charge.mutate({ dictionaries }, { signal })
    return { ok: true, answer } as const
  }
  const charges = new Charges((wanted) => retryCall(() => charge(wanted), signal), MAX_CHARGED_ROWS)
  const calls: PartCalls = {
    decide: (lines) => deciders.decide(lines),
    solve: (lines) => retryCall(() => askBatch(rulesetHash, unitLibraryHash, lines, signal), signal),
    charge: (dictionaries) => charges.take(dictionaries),
  }
  return { calls, unitLibraryHash }
}

/** Returns the end of a part that fits, with at least one row. */
function partEnd(input: BatchInput, from: number, most: number): number {
  let to = Math.min(input.rows, from + most)
  while (to > from + 1 && input.size(from, to) > BATCH_PART_BYTES) to = from + Math.ceil((to - from) / 2)
  return to
}
