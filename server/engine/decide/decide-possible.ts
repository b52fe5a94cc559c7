/** Answers an assertion that tier 1 does not prove true. Proved outcomes are replayed in one completion. */

import type { Meter } from '../core/meter'
import { type Completion, FALSE, NONE, type Outcomes, TRUE } from '../core/value'
import { Question } from '../search/question'
import type { Solver, SolverBudget } from '../solver/solver'
import { type AssertionResult, type Check, FalseResult, PROVED_TRUE, type Subject } from './assertion-result'
import { anyCompletion, assignmentSteps, firstFalsifying } from './counterexample'
import {
  type Dependence,
  EngineDisagreementError,
  type Evidence,
  findDependence,
  INDEPENDENT,
  NEEDS_SOLVER,
  type NeedsSolver,
  SolverEvidence,
} from './evidence'
import { TierEvidence } from './tier-evidence'
import { certifyVerdict, explainUnproved, resolvePolicy, type Unproved } from './verdict'

export interface DecideTools {
  /** If null, such questions are answered `needs solver`. */
  readonly solver: Solver | null
  readonly budget: SolverBudget
  /** `solver-only` asks the solver for every verdict and relevance. */
  readonly mode: 'tiers' | 'solver-only'
  readonly meter: Meter
}

/** @param possible outcomes after tier 1, not only TRUE */
export function decidePossible(
  subject: Subject,
  assertion: number,
  possible: Outcomes,
  tools: DecideTools,
): AssertionResult | NeedsSolver {
  const question = new Question(subject.program, assertion, subject.known, tools.meter)
  if (possible === FALSE && question.unbound.length === 0) return falseAt(question, question.known, null)
  if (possible === FALSE) return provedFalse(question)
  const evidence = gatherEvidence(question, possible, tools)
  if (evidence === NEEDS_SOLVER) return NEEDS_SOLVER
  const verdict = certifyVerdict(evidence)
  if (verdict === NEEDS_SOLVER) return NEEDS_SOLVER
  if (verdict.kind === 'true') return provedTrue(question)
  if (verdict.kind === 'false') return provedFalse(question)
  return notProved(question, evidence, verdict, tools)
}

/**
 * The check of {@link decidePossible}, without the inputs that matter, the reasons and the counterexample.
 */
export function checkPossible(
  subject: Subject,
  assertion: number,
  possible: Outcomes,
  tools: DecideTools,
): Check | NeedsSolver {
  if (possible === FALSE) return 'FALSE'
  const question = new Question(subject.program, assertion, subject.known, tools.meter)
  const evidence = gatherEvidence(question, possible, tools)
  if (evidence === NEEDS_SOLVER) return NEEDS_SOLVER
  const verdict = certifyVerdict(evidence)
  if (verdict === NEEDS_SOLVER) return NEEDS_SOLVER
  switch (verdict.kind) {
    case 'true':
      return 'TRUE'
    case 'false':
      return 'FALSE'
    case 'never':
      return 'UNKNOWN'
    case 'open':
      return resolvePolicy(subject.program.ruleset.assertions[assertion]!.policy, verdict)
    case 'undecided': {
      // It may still depend on nothing.
      const result = notProved(question, evidence, verdict, tools)
      return result === NEEDS_SOLVER ? NEEDS_SOLVER : result.check
    }
  }
}

function gatherEvidence(
  question: Question,
  possible: Outcomes,
  { solver, mode, budget, meter }: DecideTools,
): Evidence | NeedsSolver {
  const { program, assertion, known } = question
  const fromSolver =
    solver === null
      ? null
      : new SolverEvidence(question, solver.inquire(program.ruleset, assertion, known, budget, meter))
  if (mode === 'tiers') return new TierEvidence(question, possible, fromSolver)
  return fromSolver ?? NEEDS_SOLVER
}

function provedTrue(question: Question): AssertionResult {
  replayProof(question, TRUE)
  return PROVED_TRUE
}

function provedFalse(question: Question): AssertionResult {
  return falseAt(question, replayProof(question, FALSE), null)
}

/** @throws EngineDisagreementError */
function replayProof(question: Question, outcome: Outcomes): Completion {
  const completion = anyCompletion(question)
  if (question.evaluate(completion) !== outcome)
    throw disagreementError(question, 'a completion contradicts what is proved')
  return completion
}

/** The text is made later but charged here. */
function falseAt(question: Question, completion: Completion, reasonUnknown: string | null): AssertionResult {
  const { program, assertion, meter } = question
  meter.spend(assignmentSteps(program.ruleset, assertion, completion))
  return new FalseResult(question, assertion, completion, reasonUnknown)
}

function notProved(
  question: Question,
  evidence: Evidence,
  verdict: Unproved,
  tools: DecideTools,
): AssertionResult | NeedsSolver {
  if (verdict.kind === 'never') {
    replayProof(question, NONE)
    return unknownResult(question, verdict, INDEPENDENT, tools)
  }
  const depends = findDependence(evidence, question.unbound)
  if (depends === NEEDS_SOLVER) return NEEDS_SOLVER
  if (depends.relevant.length + depends.unsettled.length === 0) {
    if (verdict.kind === 'undecided') return decideConstant(question, tools)
    throw disagreementError(question, 'an answer that is not constant depends on nothing')
  }
  const { policy } = question.program.ruleset.assertions[question.assertion]!
  const check = resolvePolicy(policy, verdict)
  if (check === 'UNKNOWN') return unknownResult(question, verdict, depends, tools)
  const why = explainUnproved(verdict, depends, subjectOf(question), policy, tools.budget)
  if (check !== 'FALSE' || verdict.isFalse === null) return { ...PROVED_TRUE, check, reasonUnknown: why }
  const completion = firstFalsifying(question, evidence, verdict.isFalse)
  if (completion === NEEDS_SOLVER) return NEEDS_SOLVER
  return falseAt(question, completion, why)
}

function subjectOf({ program: { ruleset }, assertion, known }: Question) {
  return { ruleset, expression: ruleset.assertions[assertion]!.expression, known }
}

function unknownResult(
  question: Question,
  verdict: Unproved,
  depends: Dependence,
  tools: DecideTools,
): AssertionResult {
  const reasonUnknown = explainUnproved(verdict, depends, subjectOf(question), null, tools.budget)
  return { ...PROVED_TRUE, check: 'UNKNOWN', reasonUnknown }
}

/** All completions agree. */
function decideConstant(question: Question, tools: DecideTools): AssertionResult {
  const outcome = question.evaluate(anyCompletion(question))
  if (outcome === TRUE) return PROVED_TRUE
  return outcome === FALSE ? provedFalse(question) : unknownResult(question, { kind: 'never' }, INDEPENDENT, tools)
}

function disagreementError({ program, assertion }: Question, what: string): EngineDisagreementError {
  return new EngineDisagreementError(program.ruleset.assertions[assertion]!.name, what)
}
