/**
 * What became of a request that the AI SDK gave up.
 *
 * Promises: of what the endpoint wrote nothing is kept, because it may repeat the key or the frame. Answers null for what
 * is no failure of an exchange: a bug, or an abort.
 */
import { APICallError, InvalidResponseDataError } from 'ai'
import { AnswerTooLarge } from './bounded-fetch'
import { type Completion, OPTIONAL_SETTINGS, type OptionalSetting } from './completion'

const LIMITED = 429
/** Statuses that say of a request that it may do better later. */
const PASSING = new Set([408, 409, 425])
const FILTERED = /content_?filter|content_policy|responsible_?ai/i

/** @param now milliseconds since the epoch */
export function readFailure(error: unknown, now: number): Completion | null {
  if (isCausedBy(error, AnswerTooLarge)) return { kind: 'unusable', problem: 'it was larger than an answer may be' }
  if (InvalidResponseDataError.isInstance(error)) return NO_COMPLETION
  if (!APICallError.isInstance(error)) return null
  const status = error.statusCode
  if (status === undefined) return broken('The connection to the model endpoint broke.', null)
  const retryAfterMs = waitAsked(error.responseHeaders ?? {}, now)
  if (status === LIMITED) return { kind: 'limited', retryAfterMs }
  if (status >= 500 || PASSING.has(status))
    return broken(`The model endpoint answered with status ${status}.`, retryAfterMs)
  if (status < 300) {
    // A whole body that is no completion, or the half of one.
    return error.responseBody === undefined
      ? broken('The connection to the model endpoint broke.', null)
      : NO_COMPLETION
  }
  const said = error.responseBody ?? ''
  return FILTERED.test(said) ? { kind: 'declined' } : { kind: 'rejected', status, setting: settingNamed(said) }
}

const NO_COMPLETION: Completion = { kind: 'unusable', problem: 'it was no chat completion' }

function broken(what: string, retryAfterMs: number | null): Completion {
  return { kind: 'broken', what, retryAfterMs }
}

/** `retry-after-ms`, or `Retry-After` as seconds or as a date; null where neither says anything. */
function waitAsked(headers: Readonly<Record<string, string>>, now: number): number | null {
  const exact = Number.parseFloat(headers['retry-after-ms'] ?? '')
  if (Number.isFinite(exact)) return Math.max(0, exact)
  const said = headers['retry-after'] ?? ''
  if (/^\s*\d+(\.\d+)?\s*$/.test(said)) return Number.parseFloat(said) * 1_000
  const date = Date.parse(said)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}

function settingNamed(said: string): OptionalSetting | null {
  const named = OPTIONAL_SETTINGS.find((setting) => said.includes(setting))
  return named ?? (/json_schema|schema|structured/i.test(said) ? 'response_format' : null)
}

function isCausedBy(error: unknown, kind: typeof AnswerTooLarge): boolean {
  let cause = error
  for (let depth = 0; depth < 8 && cause instanceof Error; depth++) {
    if (cause instanceof kind) return true
    cause = cause.cause
  }
  return false
}
