/**
 * What an evaluation is: a frame and a target in, an evaluated frame out, or a wait for a person.
 *
 * Promises: what a guardrail cannot do is an Error of the outcome, never thrown. Thrown is what may succeed when it is
 * tried again from the beginning: a database or bus that is away, a bug.
 */
import type { Graph } from '../../api/application-graph'
import type { Aggregation } from '../../api/guardrail-terms'
import type { EvaluatedFrame, Evaluation, FrameContent, GuardrailError } from '../../api/schemas/frame'
import type { GuardrailKind } from '../../api/schemas/guardrail'

export type ProofStep = Readonly<Record<string, unknown>>

/** What one guardrail said. */
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
  /** What was settled is kept, and the job is run again when a person has answered. */
  | { readonly kind: 'waiting'; readonly waits: readonly Wait[]; readonly settled: ReadonlyMap<string, Outcome> }

export interface FrameEvaluator {
  evaluate(job: EvaluationJob, signal: AbortSignal): Promise<EvaluationResult>
}
