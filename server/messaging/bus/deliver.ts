/** A worker's death counts less than a failure, since another message may be at fault. */
import { MAX_ATTEMPTS, type WorkDelivery, type WorkOptions } from './bus'

/** Limits messages that kill their workers. */
export const MAX_DELIVERIES = 50

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 30_000
const MAX_REASON_CHARACTERS = 2_000

/** @param failures so far, from 1 */
export function pauseAfter(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 20), LONGEST_PAUSE_MS)
}

/** `failures` include this delivery's. */
export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly failures: number; readonly reason: string }
  | { readonly kind: 'given_up'; readonly reason: string }

/**
 * Never rejects.
 * @param failedBefore earlier failures of this message
 */
export async function deliverMessage(
  { handle, exhausted }: Pick<WorkOptions, 'handle' | 'exhausted'>,
  delivery: WorkDelivery,
  failedBefore: number,
  signal: AbortSignal,
): Promise<Outcome> {
  let failures = failedBefore
  let reason = `it was delivered ${delivery.attempt - 1} times and ${failedBefore} handlings failed`
  if (failures < MAX_ATTEMPTS && delivery.attempt <= MAX_DELIVERIES) {
    try {
      await handle(delivery, signal)
      return { kind: 'done' }
    } catch (error) {
      failures++
      reason = reasonOf(error)
      if (failures < MAX_ATTEMPTS || signal.aborted) return { kind: 'failed', failures, reason }
    }
  }
  try {
    await exhausted(delivery, reason)
    return { kind: 'given_up', reason }
  } catch (error) {
    return { kind: 'failed', failures: failures + 1, reason: reasonOf(error) }
  }
}

/** Every database can store the result. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replaceAll('\0', '\u{fffd}').slice(0, MAX_REASON_CHARACTERS).toWellFormed()
}
