/** One exchange with a chat completions endpoint: what is asked, and what can come of it. */

import type { GuardrailErrorCode } from '../../api/guardrail-terms'
import type { GuardrailError } from '../../api/schemas/frame'
import type { UnusableCause } from './unusable-answer'

/** A schema (JSON Schema, draft 2020-12) is distinguished by identity: pass the same object for the same schema. */
export type JsonSchema = Readonly<Record<string, unknown>>

export type ModelFailureCode = Extract<GuardrailErrorCode, `MODEL_${string}`>

export type ModelFailure = GuardrailError & { readonly code: ModelFailureCode }

/** What an endpoint may not know, and is left out then. */
export const OPTIONAL_SETTINGS = ['response_format', 'temperature', 'seed'] as const
export type OptionalSetting = (typeof OPTIONAL_SETTINGS)[number]

export interface Turn {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

export interface CompletionRequest {
  readonly model: string
  readonly instructions: string
  /** The first is the user's. */
  readonly turns: readonly Turn[]
  /** Null leaves a setting out. */
  readonly temperature: number | null
  readonly seed: number | null
  readonly format: { readonly name: string; readonly schema: JsonSchema } | null
}

export type Completion =
  | { readonly kind: 'text'; readonly text: string }
  /** An answer that is none. `sample`: its shape, of which nothing can be read; null where there is none. */
  | { readonly kind: 'unusable'; readonly cause: UnusableCause; readonly sample: string | null }
  /** The model will not. */
  | { readonly kind: 'declined' }
  /** Too many requests; null where the endpoint does not say for how long. */
  | { readonly kind: 'limited'; readonly retryAfterMs: number | null }
  /** Something that may be over soon: `what` is a sentence. */
  | { readonly kind: 'broken'; readonly what: string; readonly retryAfterMs: number | null }
  /** The endpoint will not have this request; `setting` is what it names, if it names one of ours. */
  | { readonly kind: 'rejected'; readonly status: number; readonly setting: OptionalSetting | null }

/** The form of the answer in words, where the endpoint takes no schema. */
export function schemaInWords(schema: JsonSchema): string {
  return `Answer with one JSON object and nothing else: no text around it, no code fence. It must fit this JSON Schema:\n${JSON.stringify(schema)}`
}

/** One exchange. @throws an abort or a bug; what fails is a {@link Completion} */
export type Endpoint = (request: CompletionRequest, signal: AbortSignal) => Promise<Completion>
