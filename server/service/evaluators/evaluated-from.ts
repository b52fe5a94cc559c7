import type { EvaluatedFrame, FrameContent } from '../../contract/schemas/frame'
import type { Outcome } from './frame-evaluator'

/** A frame with what was found about it; C, Q and A stay as they are. */
export function evaluatedFrom({ C, Q, A }: FrameContent, outcome: Outcome): EvaluatedFrame {
  return { C, Q, A, P: outcome.P.map((step) => ({ ...step })), E: outcome.E, Error: outcome.Error }
}
