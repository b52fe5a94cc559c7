import type { Completion, CompletionRequest, Endpoint, ModelFailure } from './completion'
import { unlessAborted } from './concurrency-limit'

export const RETRIES = 2
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000

export interface PersistenceOptions {
  readonly endpoint: Endpoint
  /** For all exchanges together. */
  readonly timeoutMs: number
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly pause: (milliseconds: number) => Promise<void>
}

export type PersistentAnswer =
  | Extract<Completion, { kind: 'text' | 'unusable' }>
  | { readonly kind: 'failed'; readonly error: ModelFailure }

/**
 * Repeats broken exchanges, and waits as long as a rate limit demands.
 * @throws the reason of `signal` once it is aborted
 */
export async function askPersistently(
  { endpoint, timeoutMs, now, pause }: PersistenceOptions,
  request: CompletionRequest,
  signal: AbortSignal,
): Promise<PersistentAnswer> {
  const limit = AbortSignal.timeout(timeoutMs)
  const either = AbortSignal.any([signal, limit])
  const deadline = now() + timeoutMs
  try {
    for (let tries = 1, broke = 0; ; tries++) {
      either.throwIfAborted()
      const completion = await endpoint(request, either)
      if (completion.kind === 'text' || completion.kind === 'unusable') return completion
      if (completion.kind === 'broken') broke++
      const wait = waitBefore(completion, tries, broke)
      if (wait === null || now() + wait >= deadline) return { kind: 'failed', error: failureOf(completion) }
      await unlessAborted(pause(wait), either)
    }
  } catch (error) {
    signal.throwIfAborted()
    if (limit.aborted) return { kind: 'failed', error: timeoutError(timeoutMs) }
    throw error
  }
}

/** Returns milliseconds; null if another try is useless. */
function waitBefore(completion: Completion, tries: number, broke: number): number | null {
  const ownWait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))
  if (completion.kind === 'limited') return completion.retryAfterMs ?? ownWait
  if (completion.kind === 'broken') return broke > RETRIES ? null : Math.max(ownWait, completion.retryAfterMs ?? 0)
  return null
}

type Failed = Exclude<Completion, { kind: 'text' | 'unusable' }>

function failureOf(completion: Failed): ModelFailure {
  switch (completion.kind) {
    case 'declined':
      return { code: 'MODEL_REFUSED', message: 'The language model refused to answer.', retryable: false }
    case 'limited':
      return unavailableError('The model endpoint takes no more requests for now (429). Try again later.', true)
    case 'broken':
      return unavailableError(`${completion.what} It was asked ${RETRIES + 1} times. Try again later.`, true)
    case 'rejected':
      return unavailableError(REJECTED[completion.status] ?? rejectionMessage(completion.status), false)
  }
}

const REJECTED: Readonly<Record<number, string>> = {
  401: 'The model endpoint does not take the key of this deployment (401). Report this to the operator.',
  403: 'The model endpoint does not permit this deployment to ask the model (403). Report this to the operator.',
  404: 'The model endpoint knows no such model, or its address is wrong (404). Check the name of the model.',
  429: 'The quota of this deployment at the model endpoint is used up (429). Report this to the operator.',
  413: 'The request is too large for the model endpoint (413). Send a shorter text.',
}

function rejectionMessage(status: number): string {
  return `The model endpoint does not take the request (${status}). The text may be too long for the model.`
}

function timeoutError(timeoutMs: number): ModelFailure {
  return unavailableError(`The language model did not answer within ${timeoutMs} milliseconds.`, true)
}

function unavailableError(message: string, retryable: boolean): ModelFailure {
  return { code: 'MODEL_UNAVAILABLE', message, retryable }
}
