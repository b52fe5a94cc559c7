/**
 * Parses the bytes of a body into the request of an operation. REST and MCP share it, so that the same bytes are refused
 * with the same message; MCP accepts a few forms more (lenient-arguments.ts).
 *
 * Promises: the result fits the operation's schema. A large body is parsed in a worker, and the claims of a large check
 * stay bytes. Trusts that the bytes are valid UTF-8.
 */

import { z } from 'zod'
import { withClaimsAsText } from '../../api/read-request'
import { type Reading, readAs } from '../../api/lenient-arguments'
import { OPERATIONS, type Operation, type OperationId } from '../../api/operations'
import { readPlainRequest } from '../../api/read-request'
import { INLINE_BODY_LENGTH } from '../../services/engine-pool/dispatch'
import type { Service } from '../../services/service'
import type { Asking, CallContext, Success } from '../../services/calls/call-context'

/** A request that fits the schema of its operation; null only if an optional body was left out. */
export type OperationRequest = Readonly<Record<string, unknown>> | null

/** Any operation of the service: it accepts what its schema let through. */
export type RunOperation = (context: CallContext, request: OperationRequest) => Success | Promise<Success>

/**
 * @param id an operation that takes a body
 * @param reading lenient for the arguments of a tool
 * @throws Refusal BAD_REQUEST, BUDGET_EXCEEDED
 */
export function requestFromBody(
  service: Service,
  asking: Asking,
  id: OperationId,
  body: Uint8Array,
  reading: Reading = 'strict',
): OperationRequest | Promise<OperationRequest> {
  const { body: expected }: Operation = OPERATIONS[id]
  if (expected === undefined) throw new Error(`${id} takes no body`)
  if (body.length > INLINE_BODY_LENGTH) return largeRequest(service, asking, id, body, reading)
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
  const value = readAs(reading, expected.schema, text, expected.required) as OperationRequest
  if (id === 'check' && value !== null) return { ...value, claims: { from: 'value', value: value.claims } }
  return withClaimsAsText(id, value) as OperationRequest
}

/**
 * The request of an operation without a body, from a JSON text of the members that `/v1` has in path and query.
 *
 * @throws Refusal BAD_REQUEST
 */
export function requestFromMembers(id: OperationId, text: string): OperationRequest {
  const { parameters, query }: Operation = OPERATIONS[id]
  if (parameters === undefined && query === undefined) return {}
  return readPlainRequest(z.strictObject({ ...parameters, ...query }), text) as OperationRequest
}

async function largeRequest(
  service: Service,
  asking: Asking,
  id: OperationId,
  body: Uint8Array,
  reading: Reading,
): Promise<OperationRequest> {
  const read = (await service.readLarge(asking, id, body, reading)) as Record<string, unknown>
  return id === 'check' ? { ...read, claims: { from: 'body', body, reading } } : read
}
