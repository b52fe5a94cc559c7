import type { GuardrailError } from '../../api/schemas/frame'
import type { GuardrailErrorCode } from '../../api/terms/guardrail-terms'
import type { UnusableCause } from './unusable-answer'

/** JSON Schema, draft 2020-12. Pass the same object for one schema, because it is recognised by identity. */
export type JsonSchema = Readonly<Record<string, unknown>>

export type ModelFailureCode = Extract<GuardrailErrorCode, `MODEL_${string}`>

export type ModelFailure = GuardrailError & { readonly code: ModelFailureCode }

/** An endpoint may not support these. */
export const OPTIONAL_SETTINGS = ['response_format', 'temperature', 'seed'] as const
export type OptionalSetting = (typeof OPTIONAL_SETTINGS)[number]

export interface Turn {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

export interface CompletionRequest {
  readonly model: string
  readonly instructions: string
  /** The first turn is the user's. */
  readonly turns: readonly Turn[]
  readonly temperature: number | null
  readonly seed: number | null
  readonly format: { readonly name: string; readonly schema: JsonSchema } | null
}

/** As the endpoint counts them. */
export interface TokenUse {
  readonly input: number
  readonly output: number
}

/** Null if one of them was not reported. */
export function addTokens(one: TokenUse | null, other: TokenUse | null): TokenUse | null {
  return one && other && { input: one.input + other.input, output: one.output + other.output }
}

export type Completion =
  /** `tokens` is null if the endpoint reports none. */
  | { readonly kind: 'text'; readonly text: string; readonly tokens: TokenUse | null }
  /** `sample` is the answer's shape, without readable content. */
  | {
      readonly kind: 'unusable'
      readonly cause: UnusableCause
      readonly sample: string | null
      readonly tokens: TokenUse | null
    }
  | { readonly kind: 'declined' }
  | { readonly kind: 'limited'; readonly retryAfterMs: number | null }
  /** This may pass soon; `what` is a sentence. */
  | { readonly kind: 'broken'; readonly what: string; readonly retryAfterMs: number | null }
  /** `setting` is the one that the endpoint names. */
  | { readonly kind: 'rejected'; readonly status: number; readonly setting: OptionalSetting | null }

/** Describes the schema for an endpoint that accepts none. */
export function schemaInWords(schema: JsonSchema): string {
  return `Answer with one JSON object and nothing else: no text around it, no code fence. It must fit this JSON Schema:\n${JSON.stringify(schema)}`
}

export type Endpoint = (request: CompletionRequest, signal: AbortSignal) => Promise<Completion>
