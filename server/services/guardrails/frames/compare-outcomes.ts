/** Finds the differences between the stored answer of a frame and the answer of other rules. */
import type { EvaluatedFrame } from '../../../api/schemas/frame'
import type { Conclusion } from '../../../api/terms/guardrail-terms'
import { isRational, parseNumeral } from '../../../language/numeric/numeral'
import { compareRationals } from '../../../language/numeric/rational'
import type { CheckedAssertions } from '../../checks/check-claims'
import { checksOf, policyConclusion } from '../../evaluators/dictionary-rules'

export interface ReplayedOutcome {
  /** Null for an Error. */
  readonly conclusion: Conclusion | null
  /** Null without an Error. */
  readonly errorCode: string | null
  /** Null for an Error. */
  readonly confidence: number | null
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
  readonly before: Omit<ReplayedOutcome, 'checks'>
  readonly after: Omit<ReplayedOutcome, 'checks'>
  /** At most {@link MAX_ASSERTIONS}. */
  readonly assertions: readonly ChangedAssertion[]
  readonly furtherAssertions: number
}

const MAX_ASSERTIONS = 20
const MAX_DIGITS = 400

export function storedOutcome(frame: Pick<EvaluatedFrame, 'P' | 'E' | 'Error'>): ReplayedOutcome {
  const checks = frame.P.flatMap(({ assertion, check }) =>
    typeof assertion === 'string' && typeof check === 'string' ? [[assertion, check] as const] : [],
  )
  return {
    conclusion: frame.E?.conclusion ?? null,
    errorCode: frame.Error?.code ?? null,
    confidence: frame.E?.confidence ?? null,
    checks: new Map(checks),
  }
}

export function checkedOutcome(checked: CheckedAssertions): ReplayedOutcome {
  const checks = new Map(checked.assertions.map(({ assertion, check }) => [assertion, check]))
  return { conclusion: policyConclusion(checksOf(checked)), errorCode: null, confidence: 1, checks }
}

export function failedReplay(errorCode: string): ReplayedOutcome {
  return { conclusion: null, errorCode, confidence: null, checks: new Map() }
}

/** A conclusion below the threshold becomes UNKNOWN. @param threshold a decimal; null changes nothing */
export function atThreshold(outcome: ReplayedOutcome, threshold: string | null): ReplayedOutcome {
  if (threshold === null || outcome.confidence === null) return outcome
  const [confidence, least] = [
    parseNumeral(String(outcome.confidence), MAX_DIGITS),
    parseNumeral(threshold, MAX_DIGITS),
  ]
  if (!isRational(confidence) || !isRational(least)) throw new Error(`${threshold} is not a decimal`)
  return compareRationals(confidence, least) < 0 ? { ...outcome, conclusion: 'UNKNOWN' } : outcome
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
    before: withoutChecks(before),
    after: withoutChecks(after),
    assertions: changed.slice(0, MAX_ASSERTIONS),
    furtherAssertions: Math.max(0, changed.length - MAX_ASSERTIONS),
  }
}

function withoutChecks({ conclusion, errorCode, confidence }: ReplayedOutcome): Omit<ReplayedOutcome, 'checks'> {
  return { conclusion, errorCode, confidence }
}
