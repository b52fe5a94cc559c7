import type { Conclusion } from '../../api/terms/guardrail-terms'
import type { Check } from '../../engine/decide/assertion-result'
import type { Caller } from '../calls/caller'
import type { CheckDependencies, CheckedAssertions } from '../checks/check-claims'
import type { RetryPolicy } from '../engine-pool/check-lines'
import { type CheckInput, type CountedClaims, checkDictionary, errorOfRefusal, retryWhileBusy } from './claim-check'
import { concludedOutcome, failedOutcome, type Outcome } from './evaluation'
import { type ProofDependencies, ProofSteps } from './proof-steps'

export type DictionaryRulesDependencies = Omit<CheckDependencies, 'engine'> &
  Pick<RetryPolicy, 'pause'> & { readonly engine: CheckDependencies['engine'] & ProofDependencies['engine'] }

export interface CountedOutcome {
  readonly outcome: Outcome
  /** Refunds the count if the outcome is not stored. Call it only once. */
  readonly refund: () => void
}

const NOTHING_COUNTED = () => {}

export type CheckMeans = Pick<DictionaryRulesDependencies, 'engine' | 'pause'>

export class DictionaryRules {
  private readonly proofs: ProofSteps

  constructor(private readonly dependencies: DictionaryRulesDependencies) {
    this.proofs = new ProofSteps(dependencies)
  }

  /** @throws the reason of `signal` once it is aborted; errors of `means.engine` that are not refusals */
  async evaluate(
    input: CheckInput,
    signal: AbortSignal,
    means: CheckMeans = this.dependencies,
  ): Promise<CountedOutcome> {
    const checked = await checkDictionary({ ...this.dependencies, ...means }, input, signal)
    if (!checked.ok) return { outcome: failedOutcome(checked.error), refund: NOTHING_COUNTED }
    const { refund } = checked.result
    try {
      return { outcome: await this.prove(input.caller, checked, 1, signal), refund }
    } catch (error) {
      refund()
      throw error
    }
  }

  /** @throws the reason of `signal` once it is aborted */
  async prove(
    caller: Caller,
    { claims, evidence, result }: Pick<CountedClaims, 'claims' | 'evidence' | 'result'>,
    confidence: number,
    signal: AbortSignal,
  ): Promise<Outcome> {
    try {
      const steps = await retryWhileBusy(this.dependencies.pause, signal, () =>
        this.proofs.stepsOf(caller, { claims, evidence }, result),
      )
      return concludedOutcome(steps, policyConclusion(checksOf(result)), confidence)
    } catch (error) {
      return failedOutcome(errorOfRefusal(error))
    }
  }
}

export function checksOf({ assertions }: CheckedAssertions) {
  return assertions.map(({ check }) => check)
}

/** AMBIGUOUS counts like UNKNOWN. */
export function policyConclusion(checks: readonly Check[]): Conclusion {
  if (checks.includes('FALSE')) return 'NO'
  return checks.every((check) => check === 'TRUE') ? 'YES' : 'UNKNOWN'
}
