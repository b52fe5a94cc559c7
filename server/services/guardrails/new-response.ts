/**
 * An answer on its way to the store.
 *
 * Promises: the body is the evaluated frame as JSON. Trusts the frame to be of the contract's shape.
 */
import type { EvaluatedFrame } from '../../api/schemas/frame'
import type { NewResponse } from '../../database/guardrails/frame-responses'

/** An answer as it is stored. */
export function newResponse(
  identity: Pick<NewResponse, 'frameId' | 'railId' | 'messageId' | 'answeredAt'>,
  evaluated: EvaluatedFrame,
): NewResponse {
  return { ...identity, body: bodyOf(evaluated), conclusion: evaluated.E?.conclusion ?? null }
}

/** In the order of the specification's table. */
function bodyOf({ C, Q, A, P, E, ...rest }: EvaluatedFrame): string {
  return JSON.stringify({ C, Q, A, P, E, Error: rest.Error })
}
