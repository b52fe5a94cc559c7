/**
 * A language model as evaluators see it.
 *
 * Promises: whatever goes wrong with a model is a value, never thrown; its message holds no key and no text of a frame.
 * Thrown is the abort by the caller's own signal, and bugs. One call of a function is one call of the model, and a second
 * one only where the first answer could not be used.
 */
import type { GuardrailErrorCode } from '../../api/guardrail-terms'
import type { GuardrailError } from '../../api/schemas/frame'
import type { LosslessJson } from '../../language/numeric/lossless-json'

export interface ModelRequest {
  /** A model of the endpoint; null for the deployment's own. */
  readonly model: string | null
  /** What the model has to do: our words and those of whoever configured the guardrail, never those of a frame. */
  readonly instructions: string
  /** What it has to do it with; see material.ts. */
  readonly material: string
  /** 0 where one answer is asked for; judges of one question vary. */
  readonly temperature: number
  /** Null leaves the choice to the endpoint. */
  readonly seed: number | null
}

/** A schema (JSON Schema, draft 2020-12) is told apart by identity: hand the same object in for the same schema. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** What an answer was read as, or what is wrong with it, in words for the model. */
export type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string }

export interface ObjectRequest<T> extends ModelRequest {
  /** Of the object, for the endpoint: letters, digits, `_` and `-`. */
  readonly name: string
  readonly schema: JsonSchema
  /** Holds the answer to the schema and to whatever else it has to fit; numbers are as the model wrote them. */
  readonly read: (value: LosslessJson) => Reading<T> | Promise<Reading<T>>
}

export type ModelFailureCode = Extract<GuardrailErrorCode, `MODEL_${string}`>

export type ModelFailure = GuardrailError & { readonly code: ModelFailureCode }

export type ModelAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ModelFailure }

export interface Model {
  /** Text that is not blank. @throws the reason of `signal` once that is aborted */
  generateText(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer<string>>
  /** An object that `read` accepts. @throws the reason of `signal` once that is aborted, and what `read` throws */
  generateObject<T>(request: ObjectRequest<T>, signal: AbortSignal): Promise<ModelAnswer<T>>
}
