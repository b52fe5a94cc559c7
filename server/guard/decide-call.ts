import type { Failure } from '../engine/claims/binding'
import type { Known } from '../engine/core/value'
import type { Check } from '../engine/decide/assertion-result'
import { decideAll } from '../engine/decide/decide'
import type { DecideTools } from '../engine/decide/decide-possible'
import { NEEDS_SOLVER, type NeedsSolver } from '../engine/decide/evidence'
import { type CitedClause, citedClauses } from '../engine/explain/citing-rules'
import { printExpression } from '../engine/explain/english/sentence'
import { type ClaimValue, claimDictionary } from '../meaning/claim-dictionary'
import { isPrivate, readCallClaims, type UnknownClaim } from './call-claims'
import { type NearestArguments, nearestArguments } from './nearest-arguments'
import type { GuardedCall, PreparedGuard } from './prepared-guard'

export interface CallAnswer {
  readonly assertion: string
  readonly check: Check
}

export interface ShownClaim {
  readonly claim: string
  /** Null for a private claim, which is only named, and for an unknown one. */
  readonly value: ClaimValue
  readonly isPrivate: boolean
}

export interface CallRefusal {
  /** `RULE_OPEN`: no rule is broken, but what is unknown decides whether one is. */
  readonly code: 'RULE_BROKEN' | 'RULE_OPEN' | 'ARGUMENTS_INVALID'
  /** The rule that decided; null if the arguments do not fit the claims. */
  readonly assertion: string | null
  readonly sentence: string
  readonly clauses: readonly CitedClause[]
  /** The claims that the rule reads. */
  readonly facts: readonly ShownClaim[]
  /** The unknown claims of an open rule, with the reason. */
  readonly unknown: readonly UnknownClaim[]
  readonly failures: readonly Failure[]
  readonly nearest: NearestArguments
}

export type CallDecision =
  | { readonly decision: 'pass'; readonly answers: readonly CallAnswer[]; readonly open: readonly string[] }
  /** `ask`: a person may let this call pass. */
  | { readonly decision: 'refuse' | 'ask'; readonly answers: readonly CallAnswer[]; readonly refusal: CallRefusal }

/**
 * Decides a call: the first broken rule refuses it; otherwise the first open rule does what the guard says about unknown
 * claims; otherwise the call passes. AMBIGUOUS is open too.
 * @throws StepsExceededError, SolverStepsExceededError, SolverMemoryExceededError, EngineDisagreementError
 */
export function decideCall(prepared: PreparedGuard, call: GuardedCall, tools: DecideTools): CallDecision | NeedsSolver {
  const read = readCallClaims(prepared, call)
  if (!read.ok) return { decision: 'refuse', answers: [], refusal: invalidArguments(read.failures) }
  const { guard, compiled } = prepared
  const { program, ruleset } = compiled
  const { known, unbridged } = read.bound
  const results = decideAll(program, known, unbridged, tools)
  if (results === NEEDS_SOLVER) return NEEDS_SOLVER
  const checks = results.map(({ check }) => check)
  const answers = checks.map((check, index) => ({ assertion: ruleset.assertions[index]!.name, check }))
  const broken = checks.indexOf('FALSE')
  const open = checks.findIndex((check) => check !== 'TRUE')
  if (open === -1 || (broken === -1 && guard.unknown === 'pass'))
    return {
      decision: 'pass',
      answers,
      open: answers.filter(({ check }) => check !== 'TRUE').map(({ assertion }) => assertion),
    }
  const decisive = broken === -1 ? open : broken
  const nearest = nearestArguments(prepared, call, read.bound, checks, tools)
  if (nearest === NEEDS_SOLVER) return NEEDS_SOLVER
  const refusal: CallRefusal = {
    code: broken === -1 ? 'RULE_OPEN' : 'RULE_BROKEN',
    assertion: ruleset.assertions[decisive]!.name,
    sentence: ruleSentence(prepared, decisive),
    clauses: citedClauses(ruleset, ruleset.assertions[decisive]!.name),
    ...claimsRead(prepared, decisive, known, broken === -1 ? read.unknown : []),
    failures: [],
    nearest,
  }
  return { decision: broken === -1 && guard.unknown === 'ask' ? 'ask' : 'refuse', answers, refusal }
}

/** The author's words if there are any, else the rule in words. */
function ruleSentence({ compiled: { ruleset } }: PreparedGuard, index: number): string {
  const { comment, expression } = ruleset.assertions[index]!
  return comment.length > 0 ? comment.join(' ') : printExpression(expression, ruleset)
}

function claimsRead(
  { claims, compiled: { ruleset } }: PreparedGuard,
  assertion: number,
  known: Known,
  unknown: readonly UnknownClaim[],
): Pick<CallRefusal, 'facts' | 'unknown'> {
  const reads = new Set(ruleset.assertions[assertion]!.reads)
  const read = claims.filter(({ inputs }) => inputs.some((input) => reads.has(input)))
  const names = new Set(read.map(({ name }) => name))
  const dictionary = claimDictionary(ruleset, known)
  return {
    facts: read.map((claim) => ({
      claim: claim.name,
      value: isPrivate(claim) ? null : (dictionary[claim.name] ?? null),
      isPrivate: isPrivate(claim),
    })),
    unknown: unknown.filter(({ claim }) => names.has(claim)),
  }
}

function invalidArguments(failures: readonly Failure[]): CallRefusal {
  const fields = failures.map(({ field, expected }) => `${field} (expected: ${expected})`)
  return {
    code: 'ARGUMENTS_INVALID',
    assertion: null,
    sentence: `The arguments do not fit the claims of the rules: ${fields.join(', ')}.`,
    clauses: [],
    facts: [],
    unknown: [],
    failures,
    nearest: { arguments: null, sentence: 'No other arguments are proposed for a call that cannot be read.' },
  }
}
