/**
 * How far the evidence certifies an answer (language.md, "Meaning").
 *
 * Promises: `true` and `false` are proved of every completion. `open` is settled as neither. A completion with no value
 * counts neither as true nor as false.
 */
import type { Policy } from '../../language/syntax/syntax'
import type { Check } from '../assertion-result'
import { type Completion, FALSE, NONE, type Outcomes, TRUE } from '../value'
import { type Evidence, type Finding, NEEDS_SOLVER, type NeedsSolver, type Undecided } from './evidence'

type Verdict =
  | { readonly kind: 'true' }
  | { readonly kind: 'false' }
  /** No completion has a value. */
  | { readonly kind: 'never' }
  /** Some completion is true and another is not, or some is false and another has no value. */
  | ({ readonly kind: 'open' } & Witnesses)
  /** Not settled; what was found on the way still serves the policies. */
  | ({ readonly kind: 'undecided'; readonly why: Undecided['why'] } & Witnesses)

/** A true and a false completion, null where none was found. */
interface Witnesses {
  readonly isTrue: Completion | null
  readonly isFalse: Completion | null
}

export type Unproved = Exclude<Verdict, { kind: 'true' | 'false' }>

export function certify(evidence: Evidence): Verdict | NeedsSolver {
  const notTrue = evidence.find(FALSE | NONE)
  if (notTrue === NEEDS_SOLVER) return NEEDS_SOLVER
  if (notTrue.status === 'none') return { kind: 'true' }
  const notFalse = evidence.find(TRUE | NONE)
  if (notFalse === NEEDS_SOLVER) return NEEDS_SOLVER
  if (notFalse.status === 'none') return { kind: 'false' }
  const isFalse = only(evidence, FALSE, notTrue)
  if (isFalse === NEEDS_SOLVER) return NEEDS_SOLVER
  const isTrue = only(evidence, TRUE, notFalse)
  if (isTrue === NEEDS_SOLVER) return NEEDS_SOLVER
  const witnesses = { isTrue: completionOf(isTrue), isFalse: completionOf(isFalse) }
  if (witnesses.isTrue !== null && witnesses.isFalse !== null) return { kind: 'open', ...witnesses }
  for (const finding of [isTrue, isFalse, notTrue, notFalse])
    if (finding.status === 'undecided') return { kind: 'undecided', why: finding.why, ...witnesses }
  return witnesses.isTrue === null && witnesses.isFalse === null ? { kind: 'never' } : { kind: 'open', ...witnesses }
}

function completionOf(finding: Finding): Completion | null {
  return finding.status === 'found' ? finding.completion : null
}

/** Whether some completion has this outcome, where a completion with one of two outcomes is already at hand. */
function only(evidence: Evidence, outcome: Outcomes, either: Finding): Finding | NeedsSolver {
  return either.status === 'found' && either.outcome === outcome ? either : evidence.find(outcome)
}

/**
 * What a policy makes of an answer that is not proved (language.md, "Meaning").
 *
 * Promises: a policy answers only where a completion that evaluates to its answer was found.
 */
export function resolvePolicy(policy: Policy, { isTrue, isFalse }: Witnesses): Check {
  if (policy === 'pessimistic' && isFalse !== null) return 'FALSE'
  if (policy === 'optimistic' && isTrue !== null) return 'TRUE'
  return 'UNKNOWN'
}
