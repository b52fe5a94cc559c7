/**
 * An OpenAI-compatible endpoint behind the AI SDK: one exchange at a time.
 *
 * Promises: one request for one call, never repeated by the SDK; what fails is a {@link Completion}, what is thrown is an
 * abort or a bug. The key goes into the header and nowhere else. Answers are at most {@link MAX_BYTES} long.
 */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, generateText, InvalidResponseDataError, jsonSchema, type OutputInterface } from 'ai'
import { z } from 'zod'
import type { ModelSettings } from '../../config/platform'
import {
  type Completion,
  type CompletionRequest,
  type Endpoint,
  OPTIONAL_SETTINGS,
  type OptionalSetting,
} from './completion'
import { causeOfBody, shapeOf, type UnusableCause } from './unusable-answer'

export const MAX_BYTES = 4_000_000

/** Under this name the SDK hands on what it does not read itself. */
const NAME = 'endpoint'

/** A member of the protocol that the SDK leaves out: a model that refuses says so beside the content. */
const withRefusal = z.object({
  choices: z.tuple([z.object({ message: z.object({ refusal: z.string().min(1) }) })], z.unknown()),
})

/** Trusts the key to fit into a header. @param now milliseconds since the epoch */
export function openEndpoint({ baseUrl, apiKey }: ModelSettings, now: () => number): Endpoint {
  const provider = createOpenAICompatible({
    name: NAME,
    baseURL: baseUrl,
    ...(apiKey === null ? {} : { apiKey }),
    supportsStructuredOutputs: true,
    fetch: boundedFetch(MAX_BYTES),
    metadataExtractor: {
      extractMetadata: async ({ parsedBody }) =>
        withRefusal.safeParse(parsedBody).success ? { [NAME]: { refused: true } } : undefined,
      createStreamExtractor: () => ({ processChunk: () => {}, buildMetadata: () => undefined }),
    },
  })
  return async ({ model, instructions, turns, temperature, seed, format }, signal) => {
    try {
      const { text, finishReason, providerMetadata } = await generateText({
        model: provider.chatModel(model),
        system: instructions,
        messages: turns.map(({ role, content }) => ({ role, content })),
        ...(temperature === null ? {} : { temperature }),
        ...(seed === null ? {} : { seed }),
        ...(format === null ? {} : { output: unreadObject(format) }),
        maxRetries: 0,
        abortSignal: signal,
      })
      if (finishReason === 'content-filter' || providerMetadata?.[NAME]?.refused === true) return { kind: 'declined' }
      if (finishReason === 'length') return unusable('cut_off', shapeOf(text))
      return text.trim() === '' ? unusable('empty') : { kind: 'text', text }
    } catch (error) {
      const failure = signal.aborted ? null : readFailure(error, now())
      if (failure === null) throw error
      return failure
    }
  }
}

/** Structured output whose text is handed on as it is: the SDK would read numbers as doubles. */
function unreadObject({
  name,
  schema,
}: NonNullable<CompletionRequest['format']>): OutputInterface<string, never, never> {
  return {
    name: 'object',
    responseFormat: Promise.resolve({ type: 'json', name, schema: jsonSchema(schema).jsonSchema as never }),
    parseCompleteOutput: async ({ text }) => text,
    parsePartialOutput: async () => undefined,
    createElementStreamTransform: () => undefined,
  }
}

const LIMITED = 429
/** Statuses that say of a request that it may do better later. */
const PASSING = new Set([408, 409, 425])
const FILTERED = /content_?filter|content_policy|responsible_?ai/i

/**
 * What became of a request that the AI SDK gave up.
 *
 * Promises: nothing that the endpoint wrote is retained but its shape, because it may repeat the key or the frame. Answers null for what
 * is no failure of an exchange: a bug, or an abort.
 * @param now milliseconds since the epoch
 */
export function readFailure(error: unknown, now: number): Completion | null {
  if (isCausedBy(error, AnswerTooLarge)) return unusable('too_large')
  if (InvalidResponseDataError.isInstance(error)) return unusable('no_completion')
  if (!APICallError.isInstance(error)) return null
  const status = error.statusCode
  if (status === undefined) return broken('The connection to the model endpoint broke.', null)
  const retryAfterMs = waitAsked(error.responseHeaders ?? {}, now)
  const body = error.responseBody ?? ''
  // No wait helps here.
  if (status === LIMITED && body.includes('insufficient_quota')) return { kind: 'rejected', status, setting: null }
  if (status === LIMITED) return { kind: 'limited', retryAfterMs }
  if (status >= 500 || PASSING.has(status))
    return broken(`The model endpoint answered with status ${status}.`, retryAfterMs)
  if (status < 300) {
    // A whole body that is no completion, or the half of one.
    if (error.responseBody === undefined) return broken('The connection to the model endpoint broke.', null)
    return reportsError(body)
      ? broken('The model endpoint answered with an error in place of a completion.', retryAfterMs)
      : unusable(causeOfBody(body), shapeOf(body))
  }
  return FILTERED.test(body) ? { kind: 'declined' } : { kind: 'rejected', status, setting: settingNamed(body) }
}

/** Gateways report with status 200 that the model behind them failed. */
const withError = z.object({ error: z.union([z.string().min(1), z.looseObject({})]) })

function reportsError(body: string): boolean {
  try {
    return withError.safeParse(JSON.parse(body)).success
  } catch {
    return false
  }
}

function unusable(cause: UnusableCause, sample: string | null = null): Completion {
  return { kind: 'unusable', cause, sample }
}

function broken(what: string, retryAfterMs: number | null): Completion {
  return { kind: 'broken', what, retryAfterMs }
}

/** `retry-after-ms`, or `Retry-After` as seconds or as a date; null where neither says anything. */
function waitAsked(headers: Readonly<Record<string, string>>, now: number): number | null {
  const exact = Number.parseFloat(headers['retry-after-ms'] ?? '')
  if (Number.isFinite(exact)) return Math.max(0, exact)
  const value = headers['retry-after'] ?? ''
  if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Number.parseFloat(value) * 1_000
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}

function settingNamed(body: string): OptionalSetting | null {
  const named = OPTIONAL_SETTINGS.find((setting) => body.includes(setting))
  return named ?? (/json_schema|schema|structured/i.test(body) ? 'response_format' : null)
}

function isCausedBy(error: unknown, kind: typeof AnswerTooLarge): boolean {
  let cause = error
  for (let depth = 0; depth < 8 && cause instanceof Error; depth++) {
    if (cause instanceof kind) return true
    cause = cause.cause
  }
  return false
}

/**
 * `fetch` whose answers end, and that goes nowhere else.
 *
 * Promises: reading more than `max` bytes of a body fails with {@link AnswerTooLarge}, and the connection is closed then;
 * a redirect is a failure, because the request carries a key.
 */
export class AnswerTooLarge extends Error {
  constructor(max: number) {
    super(`the answer is larger than ${max} bytes`)
    this.name = 'AnswerTooLarge'
  }
}

export function boundedFetch(max: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'error' })
    if (response.body === null) return response
    const { status, statusText, headers } = response
    return new Response(response.body.pipeThrough(upTo(max)), { status, statusText, headers })
  }
}

function upTo(max: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length
      if (bytes > max) throw new AnswerTooLarge(max)
      controller.enqueue(chunk)
    },
  })
}
