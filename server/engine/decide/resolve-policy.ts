/**
 * What a policy makes of an answer that is not proved (language.md, "Meaning").
 *
 * Promises: a policy answers only where a completion that evaluates to its answer was found.
 */
import type { Policy } from '../../language/syntax'
import type { Check } from '../assertion-result'
import type { Witnesses } from './verdict'

export function resolvePolicy(policy: Policy, { isTrue, isFalse }: Witnesses): Check {
  if (policy === 'pessimistic' && isFalse !== null) return 'FALSE'
  if (policy === 'optimistic' && isTrue !== null) return 'TRUE'
  return 'UNKNOWN'
}
