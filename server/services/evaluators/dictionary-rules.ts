/**
 * A claim dictionary against a ruleset, with the proof that a guardrail tells.
 *
 * Promises: the check is counted once, and what the engine or the ruleset refuses is an Error of the outcome.
 */
import type { Caller } from '../access/caller'
import type { CheckedAssertions, CheckParts } from '../checks/check-claims'
import type { RetryPolicy } from '../engine-pool/dispatch'
import { type CheckInput, type CountedClaims, checkDictionary, errorOfRefusal } from './claim-check'
import type { Outcome } from './frame-evaluator'
import { concluded, failed } from './outcomes'
import { policyConclusion } from './policy-conclusion'
import { type ProofParts, ProofSteps } from './proof-steps'
import { retryWhileBusy } from './retry-while-busy'

export type DictionaryRulesParts = Omit<CheckParts, 'engine'> &
  Pick<RetryPolicy, 'pause'> & { readonly engine: CheckParts['engine'] & ProofParts['engine'] }

export interface CountedOutcome {
  readonly outcome: Outcome
  /** Takes the count of the check back, where nothing comes of the outcome. Once. */
  readonly refund: () => void
}

const NOTHING_COUNTED = () => {}

export class DictionaryRules {
  private readonly proofs: ProofSteps

  constructor(private readonly parts: DictionaryRulesParts) {
    this.proofs = new ProofSteps(parts)
  }

  /** @throws the reason of `signal` once that is aborted */
  async evaluate(wish: CheckInput, signal: AbortSignal): Promise<CountedOutcome> {
    const checked = await checkDictionary(this.parts, wish, signal)
    if (!checked.ok) return { outcome: failed(checked.error), refund: NOTHING_COUNTED }
    const { refund } = checked.result
    try {
      return { outcome: await this.prove(wish.caller, checked, 1, signal), refund }
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
      const steps = await retryWhileBusy(this.parts.pause, signal, () => this.proofs.stepsOf(caller, claims, result))
      return concluded(steps, policyConclusion(checksOf(result)), confidence)
    } catch (error) {
      return failed(errorOfRefusal(error))
    }
  }
}

export function checksOf({ assertions }: CheckedAssertions) {
  return assertions.map(({ check }) => check)
}
