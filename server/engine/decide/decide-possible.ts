/** Answers an assertion that tier 1 does not prove true. Proved outcomes are replayed in one completion. */

import type { Meter } from '../core/meter'
import { Question } from '../search/question'
import type { Solver, SolverBudget } from '../solver/solver'
import { type Completion, FALSE, NONE, type Outcomes, TRUE } from '../core/value'
import { type AssertionResult, FalseResult, PROVED_TRUE, type Subject } from './assertion-result'
import { anyCompletion, assignmentSteps, firstFalsifying } from './counterexample'
import {
  type Dependence,
  dependence,
  EngineDisagreement,
  type Evidence,
  INDEPENDENT,
  NEEDS_SOLVER,
  type NeedsSolver,
  SolverEvidence,
} from './evidence'
import { TierEvidence } from './tier-evidence'
import { certify, reason, resolvePolicy, type Unproved } from './verdict'

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
  const evidence = gather(question, possible, tools)
  if (evidence === NEEDS_SOLVER) return NEEDS_SOLVER
  const verdict = certify(evidence)
  if (verdict === NEEDS_SOLVER) return NEEDS_SOLVER
  if (verdict.kind === 'true') return provedTrue(question)
  if (verdict.kind === 'false') return provedFalse(question)
  return notProved(question, evidence, verdict, tools)
}

function gather(
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
  replay(question, TRUE)
  return PROVED_TRUE
}

function provedFalse(question: Question): AssertionResult {
  return falseAt(question, replay(question, FALSE), null)
}

/** @throws EngineDisagreement */
function replay(question: Question, outcome: Outcomes): Completion {
  const completion = anyCompletion(question)
  if (question.evaluate(completion) !== outcome) throw disagreement(question, 'a completion contradicts what is proved')
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
    replay(question, NONE)
    return unknown(question, verdict, INDEPENDENT, tools)
  }
  const depends = dependence(evidence, question.unbound)
  if (depends === NEEDS_SOLVER) return NEEDS_SOLVER
  if (depends.relevant.length + depends.unsettled.length === 0) {
    if (verdict.kind === 'undecided') return constant(question, tools)
    throw disagreement(question, 'an answer that is not constant depends on nothing')
  }
  const { policy } = question.program.ruleset.assertions[question.assertion]!
  const check = resolvePolicy(policy, verdict)
  if (check === 'UNKNOWN') return unknown(question, verdict, depends, tools)
  const why = reason(verdict, depends, question.program.ruleset, policy, tools.budget)
  if (check !== 'FALSE' || verdict.isFalse === null) return { ...PROVED_TRUE, check, reasonUnknown: why }
  const completion = firstFalsifying(question, evidence, verdict.isFalse)
  if (completion === NEEDS_SOLVER) return NEEDS_SOLVER
  return falseAt(question, completion, why)
}

function unknown(question: Question, verdict: Unproved, depends: Dependence, tools: DecideTools): AssertionResult {
  const reasonUnknown = reason(verdict, depends, question.program.ruleset, null, tools.budget)
  return { ...PROVED_TRUE, check: 'UNKNOWN', reasonUnknown }
}

/** All completions agree. */
function constant(question: Question, tools: DecideTools): AssertionResult {
  const outcome = question.evaluate(anyCompletion(question))
  if (outcome === TRUE) return PROVED_TRUE
  return outcome === FALSE ? provedFalse(question) : unknown(question, { kind: 'never' }, INDEPENDENT, tools)
}

function disagreement({ program, assertion }: Question, what: string): EngineDisagreement {
  return new EngineDisagreement(program.ruleset.assertions[assertion]!.name, what)
}
