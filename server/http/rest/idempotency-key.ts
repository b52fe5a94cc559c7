import { createHash } from 'node:crypto'
import { Refusal } from '../../api/refusal'
import type { CallContext } from '../../services/calls/call-context'

export const IDEMPOTENCY_HEADER = 'idempotency-key'

/** With quotation marks, as in the Internet draft, or without them, as most clients send it. */
const KEY = /^"?([\x21\x23-\x7e]{1,255})"?$/

/**
 * Reads the `Idempotency-Key` of a call that writes.
 * @param owner each credential or account has its own keys
 * @param operation with the members of its path
 * @returns undefined if the call has no key
 * @throws Refusal BAD_REQUEST
 */
export function readIdempotencyKey(
  header: string | undefined,
  owner: string | null,
  operation: string,
  body: Uint8Array,
): NonNullable<CallContext['repeatable']> | undefined {
  if (header === undefined || header === '') return undefined
  const key = KEY.exec(header)?.[1]
  if (key === undefined)
    throw new Refusal(
      'BAD_REQUEST',
      'An Idempotency-Key is 1 to 255 visible ASCII characters, such as a UUID. Send one that you made for this request.',
    )
  return {
    keySha256: sha256(`${owner}\n${key}`),
    requestSha256: sha256(`${operation}\n`, body),
  }
}

function sha256(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}
