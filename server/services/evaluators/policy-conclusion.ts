/** What the answers to all assertions of a ruleset come to. */
import type { Conclusion } from '../../api/guardrail-terms'
import type { Check } from '../../engine/assertion-result'

/** NO where some assertion is FALSE, YES where every one is TRUE, else UNKNOWN: AMBIGUOUS is no answer either. */
export function policyConclusion(checks: readonly Check[]): Conclusion {
  if (checks.includes('FALSE')) return 'NO'
  return checks.every((check) => check === 'TRUE') ? 'YES' : 'UNKNOWN'
}
