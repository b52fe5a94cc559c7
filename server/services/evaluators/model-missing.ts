/** The error of a guardrail that needs a model on a deployment that has none. */
import type { GuardrailError } from '../../api/schemas/frame'
import { lasting } from './outcomes'

export function modelMissing(why: string): GuardrailError {
  return lasting(
    'MODEL_NOT_CONFIGURED',
    `${why} No language model is configured on this deployment: the operator sets MODEL_BASE_URL and MODEL_NAME.`,
  )
}
