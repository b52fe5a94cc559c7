/**
 * The claim dictionaries of a request as JSON text, so that a worker reads them with every digit.
 *
 * Promises: the text reads back as the same values; the operations that answer about meaning take their dictionaries so,
 * and no other operation is changed.
 */
import { type LosslessJson, writeJson } from '../language/numeric/lossless-json'
import type { OperationId } from './operations'

/** @param request what the schema of the operation let through */
export function withClaimsAsText(id: OperationId, request: unknown): unknown {
  if (id === 'explainAnswers') return claimsWritten(request as { readonly claims: LosslessJson })
  if (id !== 'measureCoverage') return request
  const { cases, ...rest } = request as { readonly cases: readonly { readonly claims: LosslessJson }[] }
  return { ...rest, cases: cases.map(claimsWritten) }
}

function claimsWritten<R extends { readonly claims: LosslessJson }>(request: R): R & { readonly claims: string } {
  return { ...request, claims: writeJson(request.claims) }
}
