/**
 * A call that is made again while the server is busy, or where the connection broke.
 *
 * Promises: after {@link MAX_LOST} broken connections, or {@link MAX_TRIES} busy answers, it gives up and says why.
 */
import { type PageRefusal, refusalOf } from '../ui/page-refusal'
import { UnreadableRecords } from './batch-input'
import { WorkerStopped } from './deciders'

export type Asked<T> =
  | { readonly ok: true; readonly answer: T }
  /** `retryAfter` in milliseconds, where the same may be asked again. */
  | { readonly ok: false; readonly refusal: PageRefusal; readonly retryAfter: number | null }

/** The server refused, or it did not answer at all. */
export class GivenUp extends Error {
  constructor(readonly refusal: PageRefusal) {
    super(refusal.message)
  }
}

const MAX_TRIES = 20
/** Broken connections of one call. */
const MAX_LOST = 3
const LOST_PAUSE = 1_000

/** @throws GivenUp; anything where `signal` ended it */
export async function persist<T>(ask: () => Promise<Asked<T>>, signal: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted()
    const asked = await ask().catch((error: unknown) => {
      signal.throwIfAborted()
      const refusal = refusalOf(error)
      const lost = refusal.code === 'UNREACHABLE' && tries < MAX_LOST
      // The connection broke: no answer came, so nothing of this part was kept.
      return { ok: false, refusal, retryAfter: lost ? LOST_PAUSE : null } as const
    })
    if (asked.ok) return asked.answer
    if (asked.retryAfter === null || tries === MAX_TRIES) throw new GivenUp(asked.refusal)
    await pause(asked.retryAfter, signal)
  }
}

/** What ended a batch. */
export function troubleOf(error: unknown): PageRefusal {
  if (error instanceof GivenUp) return error.refusal
  if (error instanceof UnreadableRecords) return { ...NOTHING_MORE, code: 'UNREADABLE_FILE', message: error.message }
  if (error instanceof DOMException)
    return {
      ...NOTHING_MORE,
      code: 'UNREADABLE_FILE',
      message: 'The file can no longer be read: it was moved or changed. Choose it again.',
    }
  if (error instanceof WorkerStopped)
    return { ...NOTHING_MORE, code: 'ENGINE_STOPPED', message: `The engine stopped in this browser: ${error.message}.` }
  return refusalOf(error)
}

export const NOTHING_MORE = { docs: null, failures: [], diagnostics: [] }

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
