/** What differs between the stored answer of a frame and the answer of other rules. */
import type { EvaluatedFrame } from '../../../api/schemas/frame'
import type { Conclusion } from '../../../api/terms/guardrail-terms'
import type { CheckedAssertions } from '../../checks/check-claims'
import { checksOf, policyConclusion } from '../../evaluators/dictionary-rules'

export interface ReplayedOutcome {
  /** Null for an Error. */
  readonly conclusion: Conclusion | null
  /** Null without an Error. */
  readonly errorCode: string | null
  /** Answers by assertion. */
  readonly checks: ReadonlyMap<string, string>
}

export interface ChangedAssertion {
  readonly assertion: string
  /** Null if these rules do not have it, or gave no answer. */
  readonly before: string | null
  readonly after: string | null
}

export interface OutcomeDifference {
  readonly before: Pick<ReplayedOutcome, 'conclusion' | 'errorCode'>
  readonly after: Pick<ReplayedOutcome, 'conclusion' | 'errorCode'>
  /** At most {@link MAX_ASSERTIONS}. */
  readonly assertions: readonly ChangedAssertion[]
  readonly furtherAssertions: number
}

const MAX_ASSERTIONS = 20

export function storedOutcome(frame: EvaluatedFrame): ReplayedOutcome {
  const checks = frame.P.flatMap(({ assertion, check }) =>
    typeof assertion === 'string' && typeof check === 'string' ? [[assertion, check] as const] : [],
  )
  return { conclusion: frame.E?.conclusion ?? null, errorCode: frame.Error?.code ?? null, checks: new Map(checks) }
}

export function checkedOutcome(checked: CheckedAssertions): ReplayedOutcome {
  const checks = new Map(checked.assertions.map(({ assertion, check }) => [assertion, check]))
  return { conclusion: policyConclusion(checksOf(checked)), errorCode: null, checks }
}

export function failedReplay(errorCode: string): ReplayedOutcome {
  return { conclusion: null, errorCode, checks: new Map() }
}

/**
 * Returns null if both have the same conclusion or Error, and every assertion that both have has the same answer. A
 * difference also lists assertions that only one of them has.
 */
export function compareOutcomes(before: ReplayedOutcome, after: ReplayedOutcome): OutcomeDifference | null {
  const isSame = before.conclusion === after.conclusion && before.errorCode === after.errorCode
  const names = [...new Set([...before.checks.keys(), ...after.checks.keys()])]
  const changed = names.flatMap((assertion): ChangedAssertion[] => {
    const [was, is] = [before.checks.get(assertion) ?? null, after.checks.get(assertion) ?? null]
    return was === is ? [] : [{ assertion, before: was, after: is }]
  })
  if (isSame && changed.every((each) => each.before === null || each.after === null)) return null
  return {
    before: { conclusion: before.conclusion, errorCode: before.errorCode },
    after: { conclusion: after.conclusion, errorCode: after.errorCode },
    assertions: changed.slice(0, MAX_ASSERTIONS),
    furtherAssertions: Math.max(0, changed.length - MAX_ASSERTIONS),
  }
}
