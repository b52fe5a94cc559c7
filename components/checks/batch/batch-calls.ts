/**
 * Repeats a call while the server is busy or if the connection breaks, until {@link MAX_LOST_CONNECTIONS} lost connections or
 * {@link MAX_TRIES} attempts.
 */

import { BATCH_PATH, type BatchAnswerText, batchAnswer } from '../../../server/api/schemas/check'
import { errorEnvelopeSchema } from '../../../server/api/schemas/fields'
import { type PageRefusal, refusalFrom, refusalOf } from '../../ui/server-calls'
import { UnreadableRecordsError } from './batch-input'
import { WorkerStoppedError } from './deciders'

type Asked<T> =
  | { readonly ok: true; readonly answer: T }
  /** `retryAfter` in milliseconds; null if a repetition is useless. */
  | { readonly ok: false; readonly refusal: PageRefusal; readonly retryAfter: number | null }

/** The server refused the call or did not answer. */
export class BatchCallError extends Error {
  constructor(readonly refusal: PageRefusal) {
    super(refusal.message)
  }
}

const MAX_TRIES = 20
const MAX_LOST_CONNECTIONS = 3
const LOST_PAUSE_MS = 1_000

/** @throws BatchCallError, or the abort reason of `signal` */
export async function retryCall<T>(ask: () => Promise<Asked<T>>, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted()
    const attempt = await ask().catch((error: unknown) => {
      signal.throwIfAborted()
      const refusal = refusalOf(error)
      const lost = refusal.code === 'UNREACHABLE' && tries < MAX_LOST_CONNECTIONS
      // No answer arrived, so no result of this part was stored.
      return { ok: false, refusal, retryAfter: lost ? LOST_PAUSE_MS : null } as const
    })
    if (attempt.ok) return attempt.answer
    if (attempt.retryAfter === null || tries === MAX_TRIES) throw new BatchCallError(attempt.refusal)
    await waitFor(attempt.retryAfter, signal)
  }
}

export function troubleOf(error: unknown): PageRefusal {
  if (error instanceof BatchCallError) return error.refusal
  if (error instanceof UnreadableRecordsError)
    return { ...NOTHING_MORE, code: 'UNREADABLE_FILE', message: error.message }
  if (error instanceof DOMException)
    return {
      ...NOTHING_MORE,
      code: 'UNREADABLE_FILE',
      message: 'The file can no longer be read: it was moved or changed. Choose it again.',
    }
  if (error instanceof WorkerStoppedError)
    return { ...NOTHING_MORE, code: 'ENGINE_STOPPED', message: `The engine stopped in this browser: ${error.message}.` }
  return refusalOf(error)
}

export const NOTHING_MORE = { docs: null, failures: [], diagnostics: [] }

function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** @throws if the server is unreachable or `signal` aborted the call */
export async function askBatch(
  rulesetHash: string,
  unitLibraryHash: string,
  lines: Blob,
  signal: AbortSignal,
): Promise<Asked<BatchAnswerText>> {
  const query = new URLSearchParams({ ruleset_hash: rulesetHash, unit_library_hash: unitLibraryHash })
  const headers = { 'content-type': 'application/x-ndjson' }
  const response = await fetch(`${BATCH_PATH}?${query}`, { method: 'POST', body: lines, headers, signal })
  const text = await response.text()
  if (response.ok) return { ok: true, answer: batchAnswer.parse(JSON.parse(text)) }
  const { error } = errorEnvelopeSchema.parse(JSON.parse(text))
  const retryAfter = error.code === 'ENGINE_BUSY' ? (error.retry_after_ms ?? 1_000) : null
  return { ok: false, refusal: refusalFrom(text), retryAfter }
}
