/** Asks the server about rows of a batch that need a solver. */
import { BATCH_PATH, type BatchAnswerText, batchAnswer } from '../../server/api/batch-answer'
import { errorEnvelopeSchema } from '../../server/api/schemas/error'
import { refusalFrom } from '../ui/page-refusal'
import type { Asked } from './persist'

/** @throws where the server cannot be reached, or `signal` ended the call */
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
