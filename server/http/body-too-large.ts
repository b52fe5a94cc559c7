/**
 * The refusal of a body beyond the budget `body_bytes`, the same on every door.
 */
import { Refusal } from '../api/refusal'

/** @param actual bytes that were announced or came; null where reading stopped before the end */
export function bodyTooLarge(limit: number, actual: number | null): Refusal {
  const told = actual === null ? {} : { actual }
  return new Refusal(
    'BUDGET_EXCEEDED',
    `The body is larger than ${limit} bytes.`,
    { budget: 'body_bytes', limit, ...told },
    // The rest of the body is not wanted, so the connection cannot carry another request.
    { headers: { connection: 'close' } },
  )
}
