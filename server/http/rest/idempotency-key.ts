import { createHash } from 'node:crypto'
import type { OperationId } from '../../api/operations'
import { Refusal } from '../../api/refusal'
import type { Caller } from '../../services/calls/caller'
import type { CallContext } from '../../services/calls/call-context'

export const IDEMPOTENCY_HEADER = 'idempotency-key'

/** As the Internet draft writes it, in quotation marks, or as most clients do, without. */
const KEY = /^"?([\x21\x23-\x7e]{1,255})"?$/

/**
 * Reads the `Idempotency-Key` of a call that writes. Keys of one credential mean nothing to another.
 * @returns undefined if the call has no key
 * @throws Refusal BAD_REQUEST
 */
export function readIdempotencyKey(
  header: string | undefined,
  { credentialId, namespaceId }: Caller,
  operation: OperationId,
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
    keySha256: sha256(`${credentialId ?? namespaceId}\n${key}`),
    requestSha256: sha256(`${operation}\n`, body),
  }
}

function sha256(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}
