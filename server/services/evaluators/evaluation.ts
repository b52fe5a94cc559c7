/**
 * What an evaluation is: a frame and a target in, an evaluated frame out, or a wait for a person.
 *
 * Promises: what a guardrail cannot do is an Error of the outcome, never thrown. Thrown is what may succeed when it is
 * tried again from the beginning: a database or bus that is unavailable, a bug.
 */
import type { Graph } from '../../api/application-graph'
import type { Aggregation, Conclusion, GuardrailErrorCode } from '../../api/guardrail-terms'
import type { EvaluatedFrame, Evaluation, FrameContent, GuardrailError } from '../../api/schemas/frame'
import type { GuardrailKind } from '../../api/schemas/guardrail'
import type { Lane, WaitingLane } from '../../messaging/lanes'
import type { RetryPolicy } from '../engine-pool/check-lines'

export type ProofStep = Readonly<Record<string, unknown>>

/** What one guardrail answered. */
export interface Outcome {
  readonly P: readonly ProofStep[]
  readonly E: Evaluation | null
  readonly Error: GuardrailError | null
}

/** A guardrail as evaluators see it. */
export type RunnableGuardrail = GuardrailKind & { readonly id: string; readonly name: string }

export interface RunnableApplication {
  readonly id: string
  readonly contextDocument: string
  readonly graph: Graph
  readonly aggregation: Aggregation
  /** By their ids; every guardrail of the graph is there. */
  readonly guardrails: ReadonlyMap<string, RunnableGuardrail>
}

export type RunnableTarget =
  | { readonly kind: 'guardrail'; readonly guardrail: RunnableGuardrail }
  | { readonly kind: 'application'; readonly application: RunnableApplication }

export interface EvaluationJob {
  readonly namespaceId: string
  readonly target: RunnableTarget
  readonly frame: FrameContent
  /** Outcomes of an earlier run by node ('' for a guardrail itself), a person's answers among them. */
  readonly settled: ReadonlyMap<string, Outcome>
  /** What an earlier run had extracted, by node as above. */
  readonly extracted?: ReadonlyMap<string, ExtractedClaims>
  /** Where it runs: it moves to another lane for what that one has. Absent: it is evaluated to its end. */
  readonly lane?: Lane
  /** How it waits while the engine is busy; absent: in its slot. */
  readonly pause?: RetryPolicy['pause']
}

/** What models made of a frame, an entry for each run; a dictionary is JSON, its numbers as the model wrote them. */
export type ExtractedClaims = readonly ({ readonly claims: string } | { readonly error: GuardrailError })[]

/** A guardrail needs what its lane has not. */
export interface Move {
  readonly moves: WaitingLane
  /** To be stored, so that no model is asked again; null for nothing new. */
  readonly extracted: ExtractedClaims | null
}

/** A node that waits for a person. */
export interface Wait {
  /** Empty for a guardrail itself. */
  readonly nodeId: string
  readonly guardrailId: string
  readonly instructions: string
}

export type EvaluationResult =
  | { readonly kind: 'evaluated'; readonly frame: EvaluatedFrame }
  /** What was settled is stored, and the job is run again when a person has answered. */
  | { readonly kind: 'waiting'; readonly waits: readonly Wait[]; readonly settled: ReadonlyMap<string, Outcome> }
  /** What was settled and extracted is stored, and the job is run again in that lane. */
  | {
      readonly kind: 'moves'
      readonly lane: WaitingLane
      readonly settled: ReadonlyMap<string, Outcome>
      readonly extracted: ReadonlyMap<string, ExtractedClaims>
    }

export interface FrameEvaluator {
  evaluate(job: EvaluationJob, signal: AbortSignal): Promise<EvaluationResult>
}

/** Outcomes of guardrails, and their errors. */
export function concluded(P: readonly ProofStep[], conclusion: Conclusion, confidence: number): Outcome {
  return { P, E: { conclusion, confidence }, Error: null }
}

export function failed(error: GuardrailError): Outcome {
  return { P: [], E: null, Error: error }
}

/** An error that the same frame meets again, until a person changes something. */
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

/**
 * A frame and what was found about it, as one evaluated frame.
 *
 * Promises: C, Q and A stay as they are. Trusts the outcome to be a guardrail's or an application's.
 */
export function evaluatedFrom({ C, Q, A }: FrameContent, outcome: Outcome): EvaluatedFrame {
  return { C, Q, A, P: outcome.P.map((step) => ({ ...step })), E: outcome.E, Error: outcome.Error }
}

/**
 * The error of a guardrail that needs an answer, where the frame has none.
 * Blank counts as missing.
 */
export function answerMissing({ A }: FrameContent): GuardrailError | null {
  if (A !== null && A.trim() !== '') return null
  return lasting('ANSWER_MISSING', 'This guardrail judges an answer, and the frame has none: send A.')
}

/** Blank counts as missing. */
export function questionMissing({ Q }: FrameContent): GuardrailError | null {
  if (Q !== null && Q.trim() !== '') return null
  return lasting('QUESTION_MISSING', 'This guardrail rephrases a question, and the frame has none: send Q.')
}

/** The error of a guardrail that needs a model on a deployment that has none. */
export function modelMissing(why: string): GuardrailError {
  return lasting(
    'MODEL_NOT_CONFIGURED',
    `${why} No language model is configured on this deployment: the operator sets MODEL_BASE_URL and MODEL_NAME.`,
  )
}
