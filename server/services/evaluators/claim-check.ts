import { Refusal } from '../../api/refusal'
import type { GuardrailError } from '../../api/schemas/frame'
import { type LosslessJson, readJson } from '../../language/numeric/lossless-json'
import type { Caller } from '../calls/caller'
import { type CheckDependencies, type CountedAssertions, checkAssertions } from '../checks/check-claims'
import type { RetryPolicy } from '../engine-pool/check-lines'
import { unlessAborted } from '../models/concurrency-limit'
import { isObject } from '../models/find-object'
import { type ClaimEvidence, lastingError, passingError } from './evaluation'

export interface CountedClaims {
  readonly ok: true
  readonly claims: ClaimDictionary
  /** Absent if no quotes were demanded. */
  readonly evidence?: ClaimEvidence
  readonly result: CountedAssertions
}

export type CheckedClaims =
  | CountedClaims
  | { readonly ok: false; readonly error: GuardrailError; readonly failures: Refusal['details']['failures'] }

export interface CheckInput {
  readonly caller: Caller
  readonly rulesetHash: string
  readonly claims: ClaimDictionary
}

/**
 * Counts like /v1/check.
 * @throws the reason of `signal` once it is aborted; errors that are not refusals
 */
export async function checkDictionary(
  dependencies: CheckDependencies & Pick<RetryPolicy, 'pause'>,
  { caller, rulesetHash, claims }: CheckInput,
  signal: AbortSignal,
): Promise<CheckedClaims> {
  const calling = { caller, channel: 'program' } as const
  const request = { ruleset_hash: rulesetHash, claims: { from: 'value', value: claims } } as const
  try {
    const result = await retryWhileBusy(dependencies.pause, signal, () =>
      checkAssertions(dependencies, calling, request),
    )
    return { ok: true, claims, result }
  } catch (error) {
    return { ok: false, error: errorOfRefusal(error), failures: error instanceof Refusal ? error.details.failures : [] }
  }
}

/** @throws everything that is not a refusal of the engine or ruleset */
export function errorOfRefusal(error: unknown): GuardrailError {
  if (!(error instanceof Refusal)) throw error
  switch (error.code) {
    case 'VALIDATION_REJECTED':
      return lastingError('CLAIMS_REJECTED', describeRejection(error))
    case 'RULESET_NOT_FOUND':
      return lastingError(
        'RULESET_NOT_FOUND',
        `${error.message} Choose another ruleset in the guardrail's configuration.`,
      )
    case 'COMPILE_FAILED':
      return lastingError(
        'RULESET_UNUSABLE',
        `The configured ruleset does not compile under this release. ${error.message}`,
      )
    case 'BUDGET_EXCEEDED':
      return lastingError('BUDGET_EXCEEDED', error.message)
    case 'ENTITLEMENT_EXCEEDED':
    case 'EVALUATION_LIMIT':
      // The next month begins by itself.
      return passingError('ALLOWANCE_EXCEEDED', error.message)
    case 'ENGINE_ERROR':
      // Damaged bytes, or an engine that rejects its own answer: a retry meets the same.
      return lastingError('RULESET_UNUSABLE', `The configured ruleset cannot be evaluated. ${error.message}`)
    // These concern an API caller or a moment, so the frame is tried again later.
    case 'BAD_REQUEST':
    case 'ENGINE_BUSY':
    case 'CREDENTIAL_REQUIRED':
    case 'CREDENTIAL_INVALID':
    case 'CREDENTIAL_SCOPE':
    case 'TIER_UNAVAILABLE':
      throw error
    default:
      // A new code is a type error until its meaning is decided.
      throw new Error(`an unknown code: ${error.code satisfies never}`)
  }
}

const MAX_NAMED_FIELDS = 20

function describeRejection({ details }: Refusal): string {
  const failures = details.failures ?? []
  const named = failures.slice(0, MAX_NAMED_FIELDS).map(({ field, expected, received }) => {
    return `${field} (expected: ${expected}; received: ${received})`
  })
  const more = (details.failure_count ?? failures.length) - named.length
  return `The claim dictionary does not fit the ruleset: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

export type ClaimDictionary = Readonly<Record<string, LosslessJson>>

export type ReadAnswer =
  | { readonly kind: 'dictionary'; readonly claims: ClaimDictionary }
  | { readonly kind: 'text' }
  | { readonly kind: 'wrong'; readonly error: GuardrailError }

/**
 * Reads a JSON object, also in a Markdown fence around the whole answer. JSON that our rules forbid, such as a key
 * twice, is an error and never reaches a model. Numbers keep their spelling.
 */
export function readAnswer(answer: string | null): ReadAnswer {
  if (answer === null) return { kind: 'text' }
  const { text, from } = stripFence(answer)
  if (!text.trimStart().startsWith('{')) return { kind: 'text' }
  const read = readJson(text)
  if ('value' in read) return isObject(read.value) ? { kind: 'dictionary', claims: read.value } : { kind: 'text' }
  if (!isJson(text)) return { kind: 'text' }
  const { message: problem, offset } = read.problem
  const message = `A looks like a claim dictionary, but cannot be read as one: ${problem} (at character ${from + offset + 1}).`
  return { kind: 'wrong', error: lastingError('CLAIMS_REJECTED', message) }
}

/** Returns the content of a fence (CommonMark 0.31.2, section 4.5) and its position, in linear time. */
function stripFence(answer: string): { readonly text: string; readonly from: number } {
  const whole = { text: answer, from: 0 }
  const fence = /^\s*(`{3,}|~{3,})/.exec(answer)
  if (fence === null) return whole
  const from = answer.indexOf('\n', fence[0].length) + 1
  const trimmed = answer.trimEnd()
  const close = trimmed.length - (fence[1] ?? '').length
  if (from === 0 || close < from || !trimmed.endsWith(fence[1] ?? '')) return whole
  return { text: answer.slice(from, close), from }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Milliseconds; applies if a refusal names no wait. */
const DEFAULT_WAIT_MS = 1_000

/** Repeats on ENGINE_BUSY, without limit. */
export async function retryWhileBusy<T>(
  pause: RetryPolicy['pause'],
  signal: AbortSignal,
  call: () => T | Promise<T>,
): Promise<T> {
  for (;;) {
    signal.throwIfAborted()
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'ENGINE_BUSY')) throw error
      await unlessAborted(pause(error.details.retry_after_ms ?? DEFAULT_WAIT_MS), signal)
    }
  }
}
