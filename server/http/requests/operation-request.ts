/**
 * REST and MCP share this parser, so that both refuse the same bytes with the same message; MCP accepts a few more
 * forms (lenient-arguments.ts).
 * A worker parses large bodies, and the claims of a large check stay bytes. The bytes must be valid UTF-8.
 */

import { z } from 'zod'
import { type Reading, readAs } from '../../api/lenient-arguments'
import { OPERATIONS, type Operation, type OperationId } from '../../api/operations'
import { readPlainRequest, withClaimsAsText } from '../../api/read-request'
import type { Asking, CallContext, Success } from '../../services/calls/call-context'
import type { Service } from '../../services/create-service'
import { INLINE_BODY_LENGTH } from '../../services/engine-pool/dispatch'

/** A request that fits the schema of its operation; null only if an optional body was left out. */
export type OperationRequest = Readonly<Record<string, unknown>> | null

export type RunOperation = (context: CallContext, request: OperationRequest) => Success | Promise<Success>

/**
 * @param id an operation with a body
 * @param reading lenient for tool arguments
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
 * Reads JSON members that `/v1` has in path and query.
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
