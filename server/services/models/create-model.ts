/**
 * The model of a deployment: an OpenAI-compatible endpoint that is asked persistently, and once more where its answer is of
 * no use.
 *
 * Promises: what {@link Model} promises. The second time the model sees its first answer and what is wrong with it. No more
 * calls run at one time than the settings allow; the time of a call begins when it has its place.
 */
import type { ModelSettings } from '../../config/model'
import { withAcceptedSettings } from './accepted-settings'
import { CallPlaces } from './call-places'
import type { CompletionRequest, Turn } from './completion'
import type { Endpoint } from './endpoint'
import { findObject } from './find-object'
import type { Model, ModelAnswer, ModelRequest, ObjectRequest, Reading } from './model'
import { askPersistently, type PersistenceParts, type PersistentAnswer } from './persistent-endpoint'
import { schemaInWords } from './schema-in-words'

export interface ModelTools {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Resolves after so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>
}

/** Characters of a useless answer that the model is shown again. */
const MAX_REPEATED = 20_000

const HEADER_TEXT = /^[\x21-\x7e]+$/

/** @throws Error where the key cannot stand in a header; told without the key */
export function createModel(settings: ModelSettings, { now, pause }: ModelTools): Model {
  if (settings.apiKey !== null && !HEADER_TEXT.test(settings.apiKey))
    throw new Error('MODEL_API_KEY holds characters that no header carries')
  const endpoint = withAcceptedSettings(openWhenAsked(settings, now))
  const places = new CallPlaces(settings.concurrency)
  const parts: PersistenceParts = { endpoint, timeoutMs: settings.timeoutMs, now, pause }
  const call: Call = (request, signal) => places.run(() => askPersistently(parts, request, signal), signal)
  const requestOf = (request: ModelRequest): CompletionRequest => ({
    model: request.model ?? settings.name,
    instructions: request.instructions,
    turns: [{ role: 'user', content: request.material }],
    temperature: request.temperature,
    seed: request.seed,
    format: null,
  })
  return {
    generateText: (request, signal) =>
      askTwice(call, requestOf(request), signal, {
        read: async (text) => ({ ok: true, value: text.trim() }),
        form: '',
      }),
    generateObject: (request, signal) => {
      const { name, schema } = request
      const reader = { read: (text: string) => readObject(request, text), form: schemaInWords(schema) }
      return askTwice(call, { ...requestOf(request), format: { name, schema } }, signal, reader)
    },
  }
}

/** The SDK is loaded with the first question: most processes of a deployment never ask a model. */
function openWhenAsked(settings: ModelSettings, now: () => number): Endpoint {
  let opening: Promise<Endpoint> | null = null
  return async (request, signal) => {
    opening ??= import('./endpoint').then(({ openEndpoint }) => openEndpoint(settings, now))
    return (await opening)(request, signal)
  }
}

interface Reader<T> {
  readonly read: (text: string) => Promise<Reading<T>>
  /** What the model is reminded of. */
  readonly form: string
}

/** One call with all its tries. What is read of its answer, and the second call, keep no place. */
type Call = (request: CompletionRequest, signal: AbortSignal) => Promise<PersistentAnswer>

async function askTwice<T>(
  call: Call,
  request: CompletionRequest,
  signal: AbortSignal,
  { read, form }: Reader<T>,
): Promise<ModelAnswer<T>> {
  let next = request
  for (let asked = 1; ; asked++) {
    const answer = await call(next, signal)
    if (answer.kind === 'failed') return { ok: false, error: answer.error }
    const reading: Reading<T> =
      answer.kind === 'text' ? await read(answer.text) : { ok: false, problem: answer.problem }
    if (reading.ok) return reading
    if (asked === 2) return { ok: false, error: unusable(request.format !== null) }
    next = repaired(request, answer.kind === 'text' ? answer.text : null, reading.problem, form)
  }
}

async function readObject<T>({ read }: ObjectRequest<T>, text: string): Promise<Reading<T>> {
  const found = findObject(text)
  return found.ok ? read(found.value) : found
}

/** The request with what the model said and what to do about it; roles take turns, as some endpoints demand. */
function repaired(request: CompletionRequest, said: string | null, problem: string, form: string): CompletionRequest {
  if (said === null)
    return {
      ...request,
      instructions: `${request.instructions}\n\nA first answer could not be used: ${problem}. ${form}`,
    }
  const again = `That answer cannot be used: ${problem}. Answer the same task again. ${form}`
  const turns: Turn[] = [
    { role: 'assistant', content: said.slice(0, MAX_REPEATED) },
    { role: 'user', content: again.trim() },
  ]
  return { ...request, turns: [...request.turns, ...turns] }
}

function unusable(isObject: boolean) {
  const wanted = isObject ? 'an object of the form that was asked for' : 'a text'
  const message = `The language model did not answer with ${wanted}, though it was asked twice.`
  return { code: 'MODEL_ANSWER_UNUSABLE', message, retryable: true } as const
}
