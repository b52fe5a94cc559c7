/**
 * A frame and what was found about it, as one evaluated frame.
 *
 * Promises: C, Q and A stay as they are. Trusts the outcome to be a guardrail's or an application's.
 */
import type { EvaluatedFrame, FrameContent } from '../../api/schemas/frame'
import type { Outcome } from './frame-evaluator'

export function evaluatedFrom({ C, Q, A }: FrameContent, outcome: Outcome): EvaluatedFrame {
  return { C, Q, A, P: outcome.P.map((step) => ({ ...step })), E: outcome.E, Error: outcome.Error }
}
