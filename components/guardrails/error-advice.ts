/** What to do about an Error of an evaluated frame. */
import { GUARDRAIL_ERRORS, type GuardrailErrorCode } from '../../server/api/guardrail-terms'

const ADVICE: Readonly<Record<GuardrailErrorCode, string>> = {
  MODEL_NOT_CONFIGURED:
    'The operator names a model with MODEL_BASE_URL and MODEL_NAME. Policy rules answer without one when the answer is facts as JSON, and human review never needs one.',
  MODEL_UNAVAILABLE: 'Send the frame again in a while. If it stays so, the operator looks at the model’s endpoint.',
  MODEL_REFUSED: 'Look at what the frame asks for: the model would not speak about it.',
  MODEL_ANSWER_UNUSABLE: 'Send the frame again. If it happens often, another model may do better.',
  CLAIMS_REJECTED:
    'Fill in the claims yourself, or give the documents and the answer that the claims can be read from.',
  RULESET_NOT_FOUND: 'Choose a ruleset in the configuration of the guardrail.',
  RULESET_UNUSABLE: 'Open the ruleset to see its problems, and choose a revision that compiles.',
  BUDGET_EXCEEDED: 'Make the frame or the ruleset smaller, or ask the operator for a larger budget.',
  ALLOWANCE_EXCEEDED: 'It is renewed with the month. The operator decides how much there is.',
  QUESTION_MISSING: 'Give a question and send the frame again.',
  ANSWER_MISSING: 'Give an answer and send the frame again.',
  TARGET_GONE: 'Choose another guardrail or application.',
  NODE_FAILED: 'The message names the node. Send a frame to its guardrail alone to see more.',
  EVALUATION_FAILED: 'The operator finds the reason in the log of the evaluator.',
}

export function errorAdvice(code: string): string | null {
  return Object.hasOwn(GUARDRAIL_ERRORS, code) ? ADVICE[code as GuardrailErrorCode] : null
}
