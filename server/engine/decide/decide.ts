/**
 * The answers to the assertions of a ruleset under known claims.
 *
 * Promises: the same answers, byte for byte, whichever tier finds them and in both modes, wherever no budget stops one.
 * One hard assertion never spoils its neighbours. What the evaluator settles allocates next to nothing.
 * Trusts the binder: known values are of their inputs' types.
 */
import type { AssertionResult } from '../assertion-result'
import type { Program } from '../evaluate/program'
import type { Meter } from '../meter'
import { ANY, FALSE, type Outcomes, TRUE } from '../outcome'
import type { Solver, SolverBudget } from '../solver/solver'
import type { Known } from '../value'
import { Question } from '../witness/question'
import { anyCompletion, firstFalsifying } from './counterexample'
import { EngineDisagreement } from './engine-disagreement'
import { type Evidence, NEEDS_SOLVER, type NeedsSolver } from './evidence'
import { FalseResult, type Subject } from './false-result'
import { reason } from './reason'
import { type Dependence, dependence, INDEPENDENT } from './relevance'
import { resolvePolicy } from './resolve-policy'
import { SolverEvidence } from './solver-evidence'
import { TierEvidence } from './tier-evidence'
import { NO_PAIRS, readsUnbridged, type UnbridgedInputs, unbridgedResult } from './unbridged'
import { certify, type Unproved } from './verdict'

export interface DecideTools {
  /** Null where none is at hand: what only a solver can settle is then answered `needs solver`. */
  readonly solver: Solver | null
  readonly budget: SolverBudget
  /** `solver-only` asks the solver for verdict and relevance of everything. */
  readonly mode: 'tiers' | 'solver-only'
  readonly meter: Meter
}

const PROVED_TRUE: AssertionResult = Object.freeze({
  check: 'TRUE',
  reasonUnknown: null,
  counterexample: null,
  unbridged: NO_PAIRS,
})

/**
 * Every assertion's own answer, in order.
 * @param unbridged claims that were submitted in a unit that nothing joins to the one they are held in
 * @returns `needs solver` when one of them needs a solver and `tools` has none
 * @throws StepsExceeded, SolverMemoryExceeded, EngineDisagreement
 */
export function decideAll(
  program: Program,
  known: Known,
  unbridged: UnbridgedInputs,
  tools: DecideTools,
): AssertionResult[] | NeedsSolver {
  const { ruleset } = program
  const outcomes = possibleOutcomes(program, known, unbridged, tools)
  const subject = { program, known }
  const isComplete = !known.includes(null)
  const results = new Array<AssertionResult>(outcomes.length)
  for (let i = 0; i < results.length; i++) {
    const possible = outcomes[i]!
    if (possible === TRUE) results[i] = PROVED_TRUE
    else if (possible === FALSE && isComplete) results[i] = new FalseResult(subject, i, null, null)
    else if (possible === UNBRIDGED) results[i] = unbridgedResult(ruleset, ruleset.assertions[i]!, unbridged)
    else {
      const result = decidePossible(subject, i, possible, tools)
      if (result === NEEDS_SOLVER) return NEEDS_SOLVER
      results[i] = result
    }
  }
  return results
}

/** In place of the outcomes of an assertion that compares units which nothing joins. */
const UNBRIDGED = 0

/** What tier 1 leaves possible of each assertion, in one evaluation; all of it where only the solver is asked. */
function possibleOutcomes(
  program: Program,
  known: Known,
  unbridged: UnbridgedInputs,
  { mode, meter }: DecideTools,
): Uint8Array {
  const { outcomes, ruleset } = program
  const run = program.begin(known, meter)
  for (let i = 0; i < outcomes.length; i++) {
    if (program.unbridged[i] === 1 || (unbridged.size > 0 && readsUnbridged(ruleset.assertions[i]!, unbridged)))
      outcomes[i] = UNBRIDGED
    else outcomes[i] = mode === 'tiers' ? program.evaluateMore(i, run) : ANY
  }
  return outcomes
}

/** One assertion that compares no unbridged units; as {@link decideAll}. */
export function decideAssertion(
  program: Program,
  assertion: number,
  known: Known,
  tools: DecideTools,
): AssertionResult | NeedsSolver {
  const possible = tools.mode === 'tiers' ? program.evaluate(assertion, known, tools.meter) : ANY
  return possible === TRUE ? PROVED_TRUE : decidePossible({ program, known }, assertion, possible, tools)
}

/** @param possible what tier 1 leaves possible, other than TRUE alone */
function decidePossible(
  subject: Subject,
  assertion: number,
  possible: Outcomes,
  tools: DecideTools,
): AssertionResult | NeedsSolver {
  const question = new Question(subject.program, assertion, subject.known, tools.meter)
  if (possible === FALSE) return provedFalse(question)
  const evidence = gather(question, possible, tools)
  if (evidence === NEEDS_SOLVER) return NEEDS_SOLVER
  const verdict = certify(evidence)
  if (verdict === NEEDS_SOLVER) return NEEDS_SOLVER
  if (verdict.kind === 'true') return PROVED_TRUE
  if (verdict.kind === 'false') return provedFalse(question)
  return notProved(question, evidence, verdict, tools)
}

function gather(question: Question, possible: Outcomes, { solver, mode, budget }: DecideTools): Evidence | NeedsSolver {
  const { program, assertion, known } = question
  const asked =
    solver === null ? null : new SolverEvidence(question, solver.inquire(program.ruleset, assertion, known, budget))
  if (mode === 'tiers') return new TierEvidence(question, possible, asked)
  return asked ?? NEEDS_SOLVER
}

function provedFalse(question: Question): AssertionResult {
  if (question.unbound.length === 0) return new FalseResult(question, question.assertion, null, null)
  const completion = anyCompletion(question)
  if (question.evaluate(completion) !== FALSE)
    throw disagreement(question, 'a completion of a proved FALSE is not false')
  return new FalseResult(question, question.assertion, completion, null)
}

function notProved(
  question: Question,
  evidence: Evidence,
  verdict: Unproved,
  tools: DecideTools,
): AssertionResult | NeedsSolver {
  if (verdict.kind === 'never') return unknown(question, verdict, INDEPENDENT, tools)
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
  return new FalseResult(question, question.assertion, completion, why)
}

function unknown(question: Question, verdict: Unproved, depends: Dependence, tools: DecideTools): AssertionResult {
  const reasonUnknown = reason(verdict, depends, question.program.ruleset, null, tools.budget)
  return { ...PROVED_TRUE, check: 'UNKNOWN', reasonUnknown }
}

/** Where no input is relevant all completions agree, so any one of them proves the answer that no search decided. */
function constant(question: Question, tools: DecideTools): AssertionResult {
  const outcome = question.evaluate(anyCompletion(question))
  if (outcome === TRUE) return PROVED_TRUE
  return outcome === FALSE ? provedFalse(question) : unknown(question, { kind: 'never' }, INDEPENDENT, tools)
}

function disagreement({ program, assertion }: Question, what: string): EngineDisagreement {
  return new EngineDisagreement(program.ruleset.assertions[assertion]!.name, what)
}
