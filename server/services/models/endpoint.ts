/**
 * An OpenAI-compatible endpoint behind the AI SDK: one exchange at a time.
 *
 * Promises: one request for one call, never repeated by the SDK; what fails is a {@link Completion}, what is thrown is an
 * abort or a bug. The key goes into the header and nowhere else. Answers are at most {@link MAX_BYTES} long.
 */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, jsonSchema, type OutputInterface } from 'ai'
import { z } from 'zod'
import type { ModelSettings } from '../../config/model'
import { boundedFetch } from './bounded-fetch'
import type { Completion, CompletionRequest } from './completion'
import { readFailure } from './read-failure'

export const MAX_BYTES = 4_000_000

export type Endpoint = (request: CompletionRequest, signal: AbortSignal) => Promise<Completion>

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
      if (finishReason === 'length') return { kind: 'unusable', problem: 'it was cut off before its end' }
      return text.trim() === '' ? { kind: 'unusable', problem: 'it was empty' } : { kind: 'text', text }
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
