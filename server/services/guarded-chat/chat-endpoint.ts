import { Refusal } from '../../api/refusal'
import { type ChatCompletion, type ChatRequest, chatCompletion } from '../../api/schemas/chat'
import type { ModelSettings } from '../../config/platform'
import { FairTurns } from '../guardrails/frames/fair-turns'
import { AnswerTooLargeError, boundedFetch, MAX_ANSWER_BYTES } from '../models/endpoint'

/** Calls the operator's model. The key stays in the header, and no text of the endpoint is shown but its own refusals. */
export type ChatEndpoint = (share: string, request: ChatRequest, signal: AbortSignal) => Promise<ChatCompletion>

export interface ChatClock {
  /** Milliseconds from any fixed moment. */
  readonly now: () => number
  readonly pause: (milliseconds: number) => Promise<void>
}

/** Calls of one client that run or wait in this process. */
const MAX_CALLS_OF_CLIENT = 200
const RETRY_AFTER_MS = 1_000

const TOO_MANY_REQUESTS = 429

/**
 * Runs as many calls at once as the operator allows; the waiting client with the least work so far is next.
 * @throws Refusal BAD_REQUEST, ENGINE_BUSY; the reason of `signal`
 */
export function openChatEndpoint(settings: ModelSettings, { now, pause }: ChatClock): ChatEndpoint {
  const turns = new FairTurns({ slots: settings.concurrency, now, pause })
  const calls = new Map<string, number>()
  return async (share, request, signal) => {
    const open = calls.get(share) ?? 0
    if (open >= MAX_CALLS_OF_CLIENT)
      throw new Refusal(
        'ENGINE_BUSY',
        `This client already has ${open} chats under way. Wait until one of them is answered.`,
        { retry_after_ms: RETRY_AFTER_MS },
        { status: TOO_MANY_REQUESTS },
      )
    calls.set(share, open + 1)
    try {
      return await turns.run(share, signal, () => postChat(settings, request, signal))
    } finally {
      const left = (calls.get(share) ?? 1) - 1
      if (left === 0) calls.delete(share)
      else calls.set(share, left)
    }
  }
}

async function postChat(settings: ModelSettings, request: ChatRequest, signal: AbortSignal): Promise<ChatCompletion> {
  // Answers are held until they are checked, so the model has nothing to stream.
  const { stream: _, stream_options: __, ...whole } = request
  const timeout = AbortSignal.timeout(settings.timeoutMs)
  try {
    const response = await boundedFetch(MAX_ANSWER_BYTES)(`${settings.baseUrl.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(settings.apiKey !== null && { authorization: `Bearer ${settings.apiKey}` }),
      },
      body: JSON.stringify({ ...whole, model: request.model ?? settings.name }),
      signal: AbortSignal.any([signal, timeout]),
    })
    return readCompletion(response.status, response.headers, await response.text())
  } catch (error) {
    if (signal.aborted || error instanceof Refusal) throw error
    throw endpointRefusal(causeOf(error, timeout.aborted))
  }
}

function readCompletion(status: number, headers: Headers, text: string): ChatCompletion {
  if (status === TOO_MANY_REQUESTS)
    throw new Refusal(
      'ENGINE_BUSY',
      'The language model accepts no more requests for now. Send the request again later.',
      {},
      { status, headers: { 'retry-after': headers.get('retry-after') ?? '1' } },
    )
  if (status === 400 || status === 404 || status === 413 || status === 422)
    throw new Refusal('BAD_REQUEST', `The language model refused the request: ${sentenceOf(text)}`, {}, { status })
  if (status < 200 || status > 299) throw endpointRefusal(`it answered with status ${status}`)
  const parsed = chatCompletion.safeParse(readObject(text))
  if (!parsed.success) throw endpointRefusal('its answer is not a chat completion')
  return parsed.data
}

const MAX_SENTENCE_CHARACTERS = 500

/** The endpoint's own message about a request that it refuses. */
function sentenceOf(text: string): string {
  const read = readObject(text)
  const error = typeof read === 'object' && read !== null && 'error' in read ? read.error : null
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error
  return typeof message === 'string' && message !== ''
    ? message.slice(0, MAX_SENTENCE_CHARACTERS)
    : 'it gave no reason.'
}

function readObject(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function causeOf(error: unknown, isLate: boolean): string {
  if (isLate) return 'it did not answer in time'
  return error instanceof Error && error.cause instanceof AnswerTooLargeError
    ? 'its answer is too large'
    : 'the connection to it broke'
}

function endpointRefusal(cause: string): Refusal {
  return new Refusal(
    'ENGINE_BUSY',
    `The language model gave no answer: ${cause}. Send the request again later.`,
    {},
    { status: 502 },
  )
}
