/**
 * One check of a claim dictionary for a frame.
 *
 * Promises: the check is the one of /v1/check, counted like it; what it refuses is an error of the guardrail, a busy engine
 * is waited for. Thrown is what the service cannot answer for: a database that is away, a bug.
 */
import { Refusal } from '../../api/refusal'
import type { GuardrailError } from '../../api/schemas/frame'
import type { Caller } from '../access/caller'
import { type CheckParts, type CountedAssertions, checkAssertions } from '../checks/check-claims'
import type { RetryPolicy } from '../engine-pool/dispatch'
import type { ClaimDictionary } from './claim-dictionary'
import { lasting, passing } from './outcomes'
import { retryWhileBusy } from './retry-while-busy'

export interface CountedClaims {
  readonly ok: true
  readonly claims: ClaimDictionary
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

/** @throws the reason of `signal` once that is aborted */
export async function checkDictionary(
  parts: CheckParts & Pick<RetryPolicy, 'pause'>,
  { caller, rulesetHash, claims }: CheckInput,
  signal: AbortSignal,
): Promise<CheckedClaims> {
  const calling = { caller, channel: 'program' } as const
  const request = { ruleset_hash: rulesetHash, claims: { from: 'value', value: claims } } as const
  try {
    const result = await retryWhileBusy(parts.pause, signal, () => checkAssertions(parts, calling, request))
    return { ok: true, claims, result }
  } catch (error) {
    return { ok: false, error: errorOfRefusal(error), failures: error instanceof Refusal ? error.details.failures : [] }
  }
}

/** The guardrail's error for what the rule-check service refused. @throws everything else */
export function errorOfRefusal(error: unknown): GuardrailError {
  if (!(error instanceof Refusal)) throw error
  switch (error.code) {
    case 'VALIDATION_REJECTED':
      return lasting('CLAIMS_REJECTED', rejection(error))
    case 'RULESET_NOT_FOUND':
      return lasting('RULESET_NOT_FOUND', `${error.message} Choose another ruleset in the guardrail's configuration.`)
    case 'COMPILE_FAILED':
      return lasting('RULESET_UNUSABLE', `The configured ruleset does not compile under this release. ${error.message}`)
    case 'BUDGET_EXCEEDED':
      return lasting('BUDGET_EXCEEDED', error.message)
    case 'ENTITLEMENT_EXCEEDED':
    case 'EVALUATION_LIMIT':
      // The next month begins by itself.
      return passing('ALLOWANCE_EXCEEDED', error.message)
    case 'ENGINE_ERROR':
      // The stored bytes are damaged, or the engine does not stand behind its answer: the next try meets the same.
      return lasting('RULESET_UNUSABLE', `The configured ruleset cannot be evaluated. ${error.message}`)
    default:
      throw error
  }
}

/** Fields that a message names. */
const MAX_TOLD = 20

function rejection({ details }: Refusal): string {
  const failures = details.failures ?? []
  const told = failures.slice(0, MAX_TOLD).map(({ field, expected, received }) => {
    return `${field} (expected: ${expected}; received: ${received})`
  })
  const more = (details.failure_count ?? failures.length) - told.length
  return `The claim dictionary does not fit the ruleset: ${told.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}
