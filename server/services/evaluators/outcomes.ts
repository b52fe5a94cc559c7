/** Outcomes of guardrails, and their errors. */
import type { Conclusion, GuardrailErrorCode } from '../../api/guardrail-terms'
import type { GuardrailError } from '../../api/schemas/frame'
import type { Outcome, ProofStep } from './frame-evaluator'

export function concluded(P: readonly ProofStep[], conclusion: Conclusion, confidence: number): Outcome {
  return { P, E: { conclusion, confidence }, Error: null }
}

export function failed(error: GuardrailError): Outcome {
  return { P: [], E: null, Error: error }
}

/** An error that the same frame meets again, unless somebody changes something. */
export function lasting(code: GuardrailErrorCode, message: string): GuardrailError {
  return { code, message: storable(message), retryable: false }
}

/** An error that the same frame may not meet again. */
export function passing(code: GuardrailErrorCode, message: string): GuardrailError {
  return { code, message: storable(message), retryable: true }
}

/** Text that every store takes: no NUL, no lone surrogate. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed()
}
