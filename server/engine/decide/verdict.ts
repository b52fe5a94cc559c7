/** Which answer the evidence proves, and otherwise why not (public/docs/language.md, "What an answer means"). */

import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { Policy } from '../../language/syntax/syntax'
import { type Completion, FALSE, type Known, NONE, type Outcomes, TRUE } from '../core/value'
import type { SolverBudget } from '../solver/solver'
import type { Check } from './assertion-result'
import {
  type Dependence,
  type Evidence,
  type Finding,
  NEEDS_SOLVER,
  type NeedsSolver,
  type Undecided,
} from './evidence'
import { whyNoValue } from './why-no-value'

type Verdict =
  | { readonly kind: 'true' }
  | { readonly kind: 'false' }
  /** No completion has a value. */
  | { readonly kind: 'never' }
  /** At least two outcomes exist. */
  | ({ readonly kind: 'open' } & Witnesses)
  | ({ readonly kind: 'undecided'; readonly why: Undecided['why'] } & Witnesses)

interface Witnesses {
  readonly isTrue: Completion | null
  readonly isFalse: Completion | null
}

export type Unproved = Exclude<Verdict, { kind: 'true' | 'false' }>

export function certifyVerdict(evidence: Evidence): Verdict | NeedsSolver {
  const notTrue = evidence.find(FALSE | NONE)
  if (notTrue === NEEDS_SOLVER) return NEEDS_SOLVER
  if (notTrue.status === 'none') return { kind: 'true' }
  const notFalse = evidence.find(TRUE | NONE)
  if (notFalse === NEEDS_SOLVER) return NEEDS_SOLVER
  if (notFalse.status === 'none') return { kind: 'false' }
  const isFalse = findOutcome(evidence, FALSE, notTrue)
  if (isFalse === NEEDS_SOLVER) return NEEDS_SOLVER
  const isTrue = findOutcome(evidence, TRUE, notFalse)
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

function findOutcome(evidence: Evidence, outcome: Outcomes, either: Finding): Finding | NeedsSolver {
  return either.status === 'found' && either.outcome === outcome ? either : evidence.find(outcome)
}

/** A policy answers only if a completion has its answer. */
export function resolvePolicy(policy: Policy, { isTrue, isFalse }: Witnesses): Check {
  if (policy === 'pessimistic' && isFalse !== null) return 'FALSE'
  if (policy === 'optimistic' && isTrue !== null) return 'TRUE'
  return 'UNKNOWN'
}

interface SubjectOfReason {
  readonly ruleset: CheckedRuleset
  readonly expression: Checked
  readonly known: Known
}

/**
 * Names the inputs that matter, without values or tiers.
 * @param answeredBy null if no policy answered
 */
export function explainUnproved(
  verdict: Unproved,
  { relevant, unsettled }: Dependence,
  { ruleset, expression, known }: SubjectOfReason,
  answeredBy: Policy | null,
  budget: SolverBudget,
): string {
  if (verdict.kind === 'never')
    return `Not proved: with these claims the assertion has no value, because ${whyNoValue(ruleset, expression, { known })}.`
  const clauses = [
    openingWords(verdict, answeredBy, budget),
    dependenceWords(...dependenceNames(ruleset, relevant, unsettled)),
  ]
  if (verdict.kind === 'open' && (verdict.isTrue === null || verdict.isFalse === null))
    clauses.push(
      `. It is ${verdict.isFalse === null ? 'true' : 'false'} or has no value, because ${whyNoValue(ruleset, expression, { known })}`,
    )
  return `${clauses.join('')}.`
}

function openingWords(
  verdict: Exclude<Unproved, { kind: 'never' }>,
  answeredBy: Policy | null,
  budget: SolverBudget,
): string {
  const certainty = verdict.kind === 'undecided' ? undecidedWords(verdict.why, budget) : 'not proved'
  const opening = answeredBy === null ? certainty : `answered by the ${answeredBy} policy, ${certainty}`
  return `${opening.charAt(0).toUpperCase()}${opening.slice(1)}: `
}

function undecidedWords(why: Extract<Unproved, { kind: 'undecided' }>['why'], budget: SolverBudget): string {
  if (why === 'irrational') return 'not decided, because only irrational numbers were found that would settle it'
  if (why === 'incomplete') return 'not decided, because its arithmetic or its size is beyond what the solver decides'
  return `not decided within ${budget.solver_steps} solver steps`
}

function dependenceWords(relevant: readonly string[], unsettled: readonly string[]): string {
  const certain = `depends on ${joinNames(relevant)}, which ${areNot(relevant)} known`
  const possible = `may depend on ${joinNames(unsettled)}, which ${areNot(unsettled)} known`
  if (unsettled.length === 0) return `the answer ${certain}`
  if (relevant.length === 0) return `the answer ${possible}`
  return `the answer ${certain}, and ${possible} either`
}

function areNot(names: readonly string[]): string {
  return names.length === 1 ? 'is not' : 'are not'
}

/** A list or record that is open itself stands for its fields. */
function dependenceNames(
  { inputs }: CheckedRuleset,
  relevant: readonly number[],
  unsettled: readonly number[],
): readonly [readonly string[], readonly string[]] {
  const open = new Set([...relevant, ...unsettled])
  const isNamed = (index: number) => inputs[index]!.within?.some(({ input }) => open.has(input)) !== true
  const named = (index: number) => {
    const { kind, name } = inputs[index]!
    return kind === 'local' ? `the local ${name}` : name
  }
  const certain = [...new Set(relevant.filter(isNamed).map(named))]
  const possible = [...new Set(unsettled.filter(isNamed).map(named))]
  return [certain, possible.filter((name) => !certain.includes(name))]
}

function joinNames(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
