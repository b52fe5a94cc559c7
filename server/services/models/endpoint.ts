import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import {
  APICallError,
  generateText,
  InvalidResponseDataError,
  jsonSchema,
  type LanguageModelUsage,
  type OutputInterface,
} from 'ai'
import { z } from 'zod'
import type { ModelSettings } from '../../config/platform'
import {
  type Completion,
  type CompletionRequest,
  type Endpoint,
  OPTIONAL_SETTINGS,
  type OptionalSetting,
  type TokenUse,
} from './completion'
import { causeOfBody, shapeOf, type UnusableCause } from './unusable-answer'

export const MAX_ANSWER_BYTES = 4_000_000

const NAME = 'endpoint'

/** The SDK omits this member, in which a model refuses. */
const withRefusal = z.object({
  choices: z.tuple([z.object({ message: z.object({ refusal: z.string().min(1) }) })], z.unknown()),
})

/**
 * The SDK repeats no request, and the key appears only in the header, into which it must fit.
 * @param now milliseconds since the epoch
 */
export function openEndpoint({ baseUrl, apiKey }: ModelSettings, now: () => number): Endpoint {
  const provider = createOpenAICompatible({
    name: NAME,
    baseURL: baseUrl,
    ...(apiKey === null ? {} : { apiKey }),
    supportsStructuredOutputs: true,
    fetch: boundedFetch(MAX_ANSWER_BYTES),
    metadataExtractor: {
      extractMetadata: async ({ parsedBody }) =>
        withRefusal.safeParse(parsedBody).success ? { [NAME]: { refused: true } } : undefined,
      createStreamExtractor: () => ({ processChunk: () => {}, buildMetadata: () => undefined }),
    },
  })
  return async ({ model, instructions, turns, temperature, seed, format }, signal) => {
    try {
      const { text, finishReason, providerMetadata, usage } = await generateText({
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
      const tokens = tokensOf(usage)
      if (finishReason === 'length') return unusableCompletion('cut_off', shapeOf(text), tokens)
      return text.trim() === '' ? unusableCompletion('empty', null, tokens) : { kind: 'text', text, tokens }
    } catch (error) {
      const failure = signal.aborted ? null : readFailure(error, now())
      if (failure === null) throw error
      return failure
    }
  }
}

/** Passes text on unparsed, because the SDK would read numbers as doubles. */
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

const TOO_MANY_REQUESTS = 429
/** The request may succeed later. */
const PASSING_STATUSES = new Set([408, 409, 425])
const FILTERED = /content_?filter|content_policy|responsible_?ai/i

/**
 * Returns null for a bug or an abort. Keeps only the shape of the endpoint's text, which may repeat the key or the
 * frame.
 * @param now milliseconds since the epoch
 */
export function readFailure(error: unknown, now: number): Completion | null {
  if (isCausedBy(error, AnswerTooLargeError)) return unusableCompletion('too_large')
  if (InvalidResponseDataError.isInstance(error)) return unusableCompletion('no_completion')
  if (!APICallError.isInstance(error)) return null
  const status = error.statusCode
  if (status === undefined) return brokenCompletion('The connection to the model endpoint broke.', null)
  const retryAfterMs = readRetryAfter(error.responseHeaders ?? {}, now)
  const body = error.responseBody ?? ''
  // Waiting does not help here.
  if (status === TOO_MANY_REQUESTS && body.includes('insufficient_quota'))
    return { kind: 'rejected', status, setting: null }
  if (status === TOO_MANY_REQUESTS) return { kind: 'limited', retryAfterMs }
  if (status >= 500 || PASSING_STATUSES.has(status))
    return brokenCompletion(`The model endpoint answered with status ${status}.`, retryAfterMs)
  if (status < 300) {
    if (error.responseBody === undefined) return brokenCompletion('The connection to the model endpoint broke.', null)
    return reportsError(body)
      ? brokenCompletion('The model endpoint answered with an error in place of a completion.', retryAfterMs)
      : unusableCompletion(causeOfBody(body), shapeOf(body))
  }
  return FILTERED.test(body) ? { kind: 'declined' } : { kind: 'rejected', status, setting: settingNamed(body) }
}

/** Gateways report a failed model with status 200. */
const withError = z.object({ error: z.union([z.string().min(1), z.looseObject({})]) })

function reportsError(body: string): boolean {
  try {
    return withError.safeParse(JSON.parse(body)).success
  } catch {
    return false
  }
}

function unusableCompletion(
  cause: UnusableCause,
  sample: string | null = null,
  tokens: TokenUse | null = null,
): Completion {
  return { kind: 'unusable', cause, sample, tokens }
}

function tokensOf({ inputTokens, outputTokens }: LanguageModelUsage): TokenUse | null {
  return inputTokens === undefined || outputTokens === undefined ? null : { input: inputTokens, output: outputTokens }
}

function brokenCompletion(what: string, retryAfterMs: number | null): Completion {
  return { kind: 'broken', what, retryAfterMs }
}

function readRetryAfter(headers: Readonly<Record<string, string>>, now: number): number | null {
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

function isCausedBy(error: unknown, kind: typeof AnswerTooLargeError): boolean {
  let cause = error
  for (let depth = 0; depth < 8 && cause instanceof Error; depth++) {
    if (cause instanceof kind) return true
    cause = cause.cause
  }
  return false
}

export class AnswerTooLargeError extends Error {
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
    return new Response(response.body.pipeThrough(limitBytes(max)), { status, statusText, headers })
  }
}

function limitBytes(max: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length
      if (bytes > max) throw new AnswerTooLargeError(max)
      controller.enqueue(chunk)
    },
  })
}
