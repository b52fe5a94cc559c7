import type { ModelSettings } from '../../config/platform'
import type { LosslessJson } from '../../language/numeric/lossless-json'
import { withAcceptedSettings } from './accepted-settings'
import {
  type CompletionRequest,
  type Endpoint,
  type JsonSchema,
  type ModelFailure,
  schemaInWords,
  type TokenUse,
  type Turn,
} from './completion'
import { ConcurrencyLimit } from './concurrency-limit'
import { findObject } from './find-object'
import { askPersistently, type PersistenceOptions, type PersistentAnswer } from './persistent-endpoint'
import { shapeOf, UNUSABLE_CAUSES, type UnusableCause } from './unusable-answer'

export interface ModelRequest {
  /** Null is the deployment's default. */
  readonly model: string | null
  /** Our words and those of the guardrail's author, never text of a frame. */
  readonly instructions: string
  /** The frame as one JSON document; see evaluators/model-task.ts. */
  readonly input: string
  readonly temperature: number
  readonly seed: number | null
  /** Called for each completion, also one that cannot be used; null if the endpoint reports no tokens. */
  readonly onTokens?: (tokens: TokenUse | null) => void
}

/** `problem` is for the model. */
export type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string }

export interface ObjectRequest<T> extends ModelRequest {
  /** Letters, digits, `_` and `-`. */
  readonly name: string
  readonly schema: JsonSchema
  /** Numbers keep the model's spelling. */
  readonly read: (value: LosslessJson) => Reading<T> | Promise<Reading<T>>
}

export type ModelAnswer<T> =
  | { readonly ok: true; readonly value: T }
  /** `cause` is null without an answer. */
  | { readonly ok: false; readonly error: ModelFailure; readonly cause: UnusableCause | null }

export interface Model {
  /** Returns text that is not blank. @throws the reason of `signal` once it is aborted */
  generateText(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer<string>>
  /** @throws the reason of `signal` once it is aborted; errors of `read` */
  generateObject<T>(request: ObjectRequest<T>, signal: AbortSignal): Promise<ModelAnswer<T>>
}

export interface ModelClock {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly pause: (milliseconds: number) => Promise<void>
}

/** Contains no key and no text of a frame. */
export interface EndpointReport {
  readonly endpoint: string
  readonly cause: UnusableCause | 'rejected'
  readonly sample: string | null
  readonly message: string
}

/** Characters that the model sees of its first answer. */
const MAX_REPEATED_CHARACTERS = 20_000

const HEADER_TEXT = /^[\x21-\x7e]+$/

/**
 * Asks a second time if an answer is unusable, with that answer and its problem. A call's timeout starts when it gets
 * its slot. Reports each cause of failure once.
 * @throws Error if a header cannot contain the key, without showing it
 */
export function createModel(
  settings: ModelSettings,
  { now, pause }: ModelClock,
  report: (report: EndpointReport) => void = () => {},
): Model {
  if (settings.apiKey !== null && !HEADER_TEXT.test(settings.apiKey))
    throw new Error('MODEL_API_KEY holds characters that no header may hold')
  const endpoint = withAcceptedSettings(openWhenAsked(settings, now))
  const limit = new ConcurrencyLimit(settings.concurrency)
  const reportOnce = onceForEachCause(addressOf(settings.baseUrl), report)
  const dependencies: PersistenceOptions = { endpoint, timeoutMs: settings.timeoutMs, now, pause }
  const call: Call = (request, signal) => limit.run(() => askPersistently(dependencies, request, signal), signal)
  const requestOf = (request: ModelRequest): CompletionRequest => ({
    model: request.model ?? settings.name,
    instructions: request.instructions,
    turns: [{ role: 'user', content: request.input }],
    temperature: request.temperature,
    seed: request.seed,
    format: null,
  })
  return {
    generateText: (request, signal) =>
      askTwice(call, requestOf(request), signal, {
        read: async (text) => ({ ok: true, value: text.trim() }),
        form: '',
        report: reportOnce,
        onTokens: request.onTokens ?? ignoreTokens,
      }),
    generateObject: (request, signal) => {
      const { name, schema } = request
      const read = (text: string) => readObject(request, text)
      return askTwice(call, { ...requestOf(request), format: { name, schema } }, signal, {
        ...{ read, form: schemaInWords(schema), report: reportOnce, onTokens: request.onTokens ?? ignoreTokens },
      })
    },
  }
}

function onceForEachCause(endpoint: string, report: (report: EndpointReport) => void) {
  const reported = new Set<string>()
  return (entry: Omit<EndpointReport, 'endpoint'>) => {
    const key = `${entry.cause} ${entry.message}`
    if (reported.has(key)) return
    reported.add(key)
    report({ endpoint, ...entry })
  }
}

function addressOf(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl)
  return origin + pathname
}

/** Most processes never ask a model, so the SDK loads late. */
function openWhenAsked(settings: ModelSettings, now: () => number): Endpoint {
  let opening: Promise<Endpoint> | null = null
  return async (request, signal) => {
    opening ??= import('./endpoint').then(({ openEndpoint }) => openEndpoint(settings, now))
    return (await opening)(request, signal)
  }
}

type Unread = { readonly ok: false; readonly problem: string; readonly cause: UnusableCause }

interface Reader<T> {
  readonly read: (text: string) => Promise<{ readonly ok: true; readonly value: T } | Unread>
  /** Names the required form. */
  readonly form: string
  readonly report: (report: Omit<EndpointReport, 'endpoint'>) => void
  readonly onTokens: NonNullable<ModelRequest['onTokens']>
}

function ignoreTokens(): void {}

/** One call with all its retries, in one slot. */
type Call = (request: CompletionRequest, signal: AbortSignal) => Promise<PersistentAnswer>

async function askTwice<T>(
  call: Call,
  request: CompletionRequest,
  signal: AbortSignal,
  { read, form, report, onTokens }: Reader<T>,
): Promise<ModelAnswer<T>> {
  let next = request
  for (let attempt = 1; ; attempt++) {
    const answer = await call(next, signal)
    if (answer.kind === 'failed') {
      const { code, message, retryable } = answer.error
      if (code === 'MODEL_UNAVAILABLE' && !retryable) report({ cause: 'rejected', sample: null, message })
      return { ok: false, error: answer.error, cause: null }
    }
    onTokens(answer.tokens)
    const reading = answer.kind === 'text' ? await read(answer.text) : unreadableAnswer(answer.cause)
    if (reading.ok) return reading
    const { cause, problem } = reading
    const sample = answer.kind === 'text' ? shapeOf(answer.text) : answer.sample
    report({
      cause,
      sample,
      message: `An answer of the language model cannot be used: ${UNUSABLE_CAUSES[cause].problem}.`,
    })
    if (attempt === 2) return { ok: false, error: unusableAnswerError(request.format !== null, reading), cause }
    next = requestRepair(request, answer.kind === 'text' ? answer.text : null, problem, form)
  }
}

async function readObject<T>({ read }: ObjectRequest<T>, text: string) {
  const object = findObject(text)
  if (!object.ok) return object
  const reading = await read(object.value)
  return reading.ok ? reading : ({ ...reading, cause: 'wrong_form' } as const)
}

function unreadableAnswer(cause: UnusableCause): Unread {
  return { ok: false, problem: UNUSABLE_CAUSES[cause].problem, cause }
}

/** Roles alternate, because some endpoints require it. */
function requestRepair(
  request: CompletionRequest,
  answer: string | null,
  problem: string,
  form: string,
): CompletionRequest {
  if (answer === null)
    return {
      ...request,
      instructions: `${request.instructions}\n\nA first answer could not be used: ${problem}. ${form}`,
    }
  const again = `That answer cannot be used: ${problem}. Answer the same task again. ${form}`
  const turns: Turn[] = [
    { role: 'assistant', content: answer.slice(0, MAX_REPEATED_CHARACTERS) },
    { role: 'user', content: again.trim() },
  ]
  return { ...request, turns: [...request.turns, ...turns] }
}

const MAX_PROBLEM_CHARACTERS = 1_000

function unusableAnswerError(isObject: boolean, { problem, cause }: Unread) {
  const { retryable, advice } = UNUSABLE_CAUSES[cause]
  const wanted = isObject ? 'an object of the form that was asked for' : 'a text'
  const why = problem.length > MAX_PROBLEM_CHARACTERS ? `${problem.slice(0, MAX_PROBLEM_CHARACTERS)}…` : problem
  const message = `The language model did not answer with ${wanted}, though it was asked twice. Of the last answer: ${why}. ${advice}`
  return { code: 'MODEL_ANSWER_UNUSABLE', message: message.trim(), retryable } as const
}
