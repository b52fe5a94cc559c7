/**
 * A claim dictionary against a ruleset, with the proof of the guardrail.
 *
 * Promises: the check is counted once, and what the engine or the ruleset refuses is an Error of the outcome.
 */

import type { Conclusion } from '../../api/guardrail-terms'
import type { Check } from '../../engine/decide/assertion-result'
import type { Caller } from '../access/caller'
import type { CheckDependencies, CheckedAssertions } from '../checks/check-claims'
import type { RetryPolicy } from '../engine-pool/check-lines'
import { type CheckInput, type CountedClaims, checkDictionary, errorOfRefusal, retryWhileBusy } from './claim-check'
import { concluded, failed, type Outcome } from './evaluation'
import { type ProofDependencies, ProofSteps } from './proof-steps'

export type DictionaryRulesDependencies = Omit<CheckDependencies, 'engine'> &
  Pick<RetryPolicy, 'pause'> & { readonly engine: CheckDependencies['engine'] & ProofDependencies['engine'] }

export interface CountedOutcome {
  readonly outcome: Outcome
  /** Refunds the count of the check, where the outcome is not stored. Once. */
  readonly refund: () => void
}

const NOTHING_COUNTED = () => {}

/** The engine that a check may use, and how it waits for it. */
export type CheckMeans = Pick<DictionaryRulesDependencies, 'engine' | 'pause'>

export class DictionaryRules {
  private readonly proofs: ProofSteps

  constructor(private readonly dependencies: DictionaryRulesDependencies) {
    this.proofs = new ProofSteps(dependencies)
  }

  /** @throws the reason of `signal` once that is aborted; what the engine of `means` throws of its own */
  async evaluate(
    input: CheckInput,
    signal: AbortSignal,
    means: CheckMeans = this.dependencies,
  ): Promise<CountedOutcome> {
    const checked = await checkDictionary({ ...this.dependencies, ...means }, input, signal)
    if (!checked.ok) return { outcome: failed(checked.error), refund: NOTHING_COUNTED }
    const { refund } = checked.result
    try {
      return { outcome: await this.prove(input.caller, checked, 1, signal), refund }
    } catch (error) {
      refund()
      throw error
    }
  }

  /**
   * The outcome of a check that was made.
   * @throws the reason of `signal` once that is aborted
   */
  async prove(
    caller: Caller,
    { claims, result }: Pick<CountedClaims, 'claims' | 'result'>,
    confidence: number,
    signal: AbortSignal,
  ): Promise<Outcome> {
    try {
      const steps = await retryWhileBusy(this.dependencies.pause, signal, () =>
        this.proofs.stepsOf(caller, claims, result),
      )
      return concluded(steps, policyConclusion(checksOf(result)), confidence)
    } catch (error) {
      return failed(errorOfRefusal(error))
    }
  }
}

export function checksOf({ assertions }: CheckedAssertions) {
  return assertions.map(({ check }) => check)
}

/**
 * What the answers to all assertions of a ruleset come to.
 * NO where some assertion is FALSE, YES where every one is TRUE, else UNKNOWN: AMBIGUOUS is no answer either.
 */
export function policyConclusion(checks: readonly Check[]): Conclusion {
  if (checks.includes('FALSE')) return 'NO'
  return checks.every((check) => check === 'TRUE') ? 'YES' : 'UNKNOWN'
}
