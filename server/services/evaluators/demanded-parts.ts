/** The parts of a frame that a guardrail cannot do without. */
import type { FrameContent, GuardrailError } from '../../api/schemas/frame'
import { lasting } from './outcomes'

/** Blank counts as missing. */
export function answerMissing({ A }: FrameContent): GuardrailError | null {
  if (A !== null && A.trim() !== '') return null
  return lasting('ANSWER_MISSING', 'This guardrail judges an answer, and the frame has none: send A.')
}

/** Blank counts as missing. */
export function questionMissing({ Q }: FrameContent): GuardrailError | null {
  if (Q !== null && Q.trim() !== '') return null
  return lasting('QUESTION_MISSING', 'This guardrail rephrases a question, and the frame has none: send Q.')
}
