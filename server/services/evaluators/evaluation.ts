import type { EvaluatedFrame, Evaluation, FrameContent, GuardrailError } from '../../api/schemas/frame'
import type { GuardrailKind } from '../../api/schemas/guardrail'
import type { Graph } from '../../api/terms/application-graph'
import type { Aggregation, Conclusion, GuardrailErrorCode } from '../../api/terms/guardrail-terms'
import type { Lane, WaitingLane } from '../../messaging/bus/bus'
import type { RetryPolicy } from '../engine-pool/check-lines'

export type ProofStep = Readonly<Record<string, unknown>>

export interface Outcome {
  readonly P: readonly ProofStep[]
  readonly E: Evaluation | null
  readonly Error: GuardrailError | null
}

export type RunnableGuardrail = GuardrailKind & { readonly id: string; readonly name: string }

export interface RunnableApplication {
  readonly id: string
  readonly contextDocument: string
  readonly graph: Graph
  readonly aggregation: Aggregation
  /** By id. */
  readonly guardrails: ReadonlyMap<string, RunnableGuardrail>
}

export type RunnableTarget =
  | { readonly kind: 'guardrail'; readonly guardrail: RunnableGuardrail }
  | { readonly kind: 'application'; readonly application: RunnableApplication }

export interface EvaluationJob {
  readonly namespaceId: string
  readonly target: RunnableTarget
  readonly frame: FrameContent
  /** Outcomes of an earlier run by node, including a person's; '' is a guardrail as target. */
  readonly settled: ReadonlyMap<string, Outcome>
  readonly extracted?: ReadonlyMap<string, ExtractedClaims>
  /** The job moves if this lane lacks a model or solver. Absent: it runs to its end. */
  readonly lane?: Lane
  /** How to wait for a busy engine; by default in its slot. */
  readonly pause?: RetryPolicy['pause']
}

/** A passage of a document: its position, and its characters as they are there. */
export interface Quote {
  /** Member of the frame. */
  readonly in: 'C' | 'Q' | 'A'
  /** Place in C, from 0; null for Q and A. */
  readonly document: number | null
  readonly start: number
  /** Exclusive. */
  readonly end: number
  readonly text: string
}

export interface ClaimEvidence {
  readonly quotes: Readonly<Record<string, Quote>>
  /** Claims whose values were dropped. */
  readonly unquoted: readonly string[]
}

/** An entry for each model run, with JSON as the model wrote it. */
export type ExtractedClaims = readonly (
  | { readonly claims: string; readonly evidence?: ClaimEvidence }
  | { readonly error: GuardrailError }
)[]

export interface Move {
  readonly moves: WaitingLane
  /** New extractions to store, so that no model is asked again. */
  readonly extracted: ExtractedClaims | null
}

export interface Wait {
  /** Empty for a guardrail as target. */
  readonly nodeId: string
  readonly guardrailId: string
  readonly instructions: string
}

export type EvaluationResult =
  | { readonly kind: 'evaluated'; readonly frame: EvaluatedFrame }
  /** Run again with `settled` when a person has answered. */
  | { readonly kind: 'waiting'; readonly waits: readonly Wait[]; readonly settled: ReadonlyMap<string, Outcome> }
  /** Run again in `lane` with both maps. */
  | {
      readonly kind: 'moves'
      readonly lane: WaitingLane
      readonly settled: ReadonlyMap<string, Outcome>
      readonly extracted: ReadonlyMap<string, ExtractedClaims>
    }

export interface FrameEvaluator {
  evaluate(job: EvaluationJob, signal: AbortSignal): Promise<EvaluationResult>
}

export function concludedOutcome(P: readonly ProofStep[], conclusion: Conclusion, confidence: number): Outcome {
  return { P, E: { conclusion, confidence }, Error: null }
}

export function failedOutcome(error: GuardrailError): Outcome {
  return { P: [], E: null, Error: error }
}

/** The same frame meets it again until a person changes something. */
export function lastingError(code: GuardrailErrorCode, message: string): GuardrailError {
  return { code, message: replaceUnstorable(message), retryable: false }
}

export function passingError(code: GuardrailErrorCode, message: string): GuardrailError {
  return { code, message: replaceUnstorable(message), retryable: true }
}

/** Replaces NUL and lone surrogates, which some stores reject. */
export function replaceUnstorable(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed()
}

export function evaluatedFrom({ C, Q, A }: FrameContent, outcome: Outcome): EvaluatedFrame {
  return { C, Q, A, P: outcome.P.map((step) => ({ ...step })), E: outcome.E, Error: outcome.Error }
}

/** Blank counts as missing. */
export function missingAnswerError({ A }: FrameContent): GuardrailError | null {
  if (A !== null && A.trim() !== '') return null
  return lastingError('ANSWER_MISSING', 'This guardrail judges an answer, and the frame has none: send A.')
}

export function missingQuestionError({ Q }: FrameContent): GuardrailError | null {
  if (Q !== null && Q.trim() !== '') return null
  return lastingError('QUESTION_MISSING', 'This guardrail rephrases a question, and the frame has none: send Q.')
}

export function missingModelError(why: string): GuardrailError {
  return lastingError(
    'MODEL_NOT_CONFIGURED',
    `${why} No language model is configured on this deployment: the operator sets MODEL_BASE_URL and MODEL_NAME.`,
  )
}
