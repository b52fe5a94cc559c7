/**
 * Turns the claim dictionaries of questions about meaning into JSON text, so that a worker reads every digit. Other
 * requests stay as they are.
 */
import { type LosslessJson, writeJson } from '../language/numeric/lossless-json'
import type { OperationId } from './operations'

/** @param request as parsed by the operation's schema */
export function withClaimsAsText(id: OperationId, request: unknown): unknown {
  if (id === 'explainAnswers') return claimsWritten(request as { readonly claims: LosslessJson })
  if (id !== 'measureCoverage') return request
  const { cases, ...rest } = request as { readonly cases: readonly { readonly claims: LosslessJson }[] }
  return { ...rest, cases: cases.map(claimsWritten) }
}

function claimsWritten<R extends { readonly claims: LosslessJson }>(request: R): R & { readonly claims: string } {
  return { ...request, claims: writeJson(request.claims) }
}
