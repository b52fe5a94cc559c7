/**
 * Calls of the engine for somebody who can wait: a frame is in no hurry where the engine is busy.
 *
 * Promises: ENGINE_BUSY is waited out for as long as it says, again and again, until the signal is aborted; every other
 * refusal is thrown at once.
 */
import { Refusal } from '../../api/refusal'
import type { RetryPolicy } from '../engine-pool/dispatch'
import { unlessAborted } from '../unless-aborted'

/** Where a refusal names no wait. */
const WAIT = 1_000

export async function retryWhileBusy<T>(
  pause: RetryPolicy['pause'],
  signal: AbortSignal,
  call: () => T | Promise<T>,
): Promise<T> {
  for (;;) {
    signal.throwIfAborted()
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'ENGINE_BUSY')) throw error
      await unlessAborted(pause(error.details.retry_after_ms ?? WAIT), signal)
    }
  }
}
