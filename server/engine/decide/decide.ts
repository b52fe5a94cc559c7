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
import type { Completion, Known } from '../value'
import { Question } from '../witness/question'
import { assignmentText } from './assignment-text'
import { anyCompletion, firstFalsifying } from './counterexample'
import { EngineDisagreement } from './engine-disagreement'
import { type Evidence, NEEDS_SOLVER, type NeedsSolver } from './evidence'
import { reason } from './reason'
import { type Dependence, dependence, INDEPENDENT } from './relevance'
import { resolvePolicy } from './resolve-policy'
import { SolverEvidence } from './solver-evidence'
import { TierEvidence } from './tier-evidence'
import { type UnbridgedInputs, unbridgedResult } from './unbridged'
import { certify, type Unproved } from './verdict'

export interface DecideTools {
  /** Null where none is at hand: what only a solver can settle is then answered `needs solver`. */
  readonly solver: Solver | null
  readonly budget: SolverBudget
  /** `solver-only` asks the solver for verdict and relevance of everything. */
  readonly mode: 'tiers' | 'solver-only'
  readonly meter: Meter
}

const NO_PAIRS: AssertionResult['unbridged'] = Object.freeze([])

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
  const tierOne = tools.mode === 'tiers' ? evaluateAll(program, known, unbridged, tools.meter) : null
  const results = new Array<AssertionResult>(ruleset.assertions.length)
  for (let i = 0; i < results.length; i++) {
    const possible = tierOne === null ? ANY : tierOne[i]!
    const result =
      possible === TRUE
        ? PROVED_TRUE
        : (unbridgedResult(ruleset, ruleset.assertions[i]!, unbridged) ??
          decidePossible(program, i, known, possible, tools))
    if (result === NEEDS_SOLVER) return NEEDS_SOLVER
    results[i] = result
  }
  return results
}

/** One assertion that compares no unbridged units; as {@link decideAll}. */
export function decideAssertion(
  program: Program,
  assertion: number,
  known: Known,
  tools: DecideTools,
): AssertionResult | NeedsSolver {
  const possible = tools.mode === 'tiers' ? program.evaluate(assertion, known, tools.meter) : ANY
  return possible === TRUE ? PROVED_TRUE : decidePossible(program, assertion, known, possible, tools)
}

/** Tier 1 for all assertions in one evaluation; 0 stands for one that compares unbridged units. */
function evaluateAll(program: Program, known: Known, unbridged: UnbridgedInputs, meter: Meter): Uint8Array {
  const { assertions } = program.ruleset
  const { outcomes } = program
  const run = program.begin(known, meter)
  for (let i = 0; i < assertions.length; i++) {
    const { unbridged: pairs, reads } = assertions[i]!
    if (pairs.length > 0 || (unbridged.size > 0 && reads.some((input) => unbridged.has(input)))) outcomes[i] = 0
    else outcomes[i] = program.evaluateMore(i, run)
  }
  return outcomes
}

/** @param possible what tier 1 leaves possible, other than TRUE alone */
function decidePossible(
  program: Program,
  assertion: number,
  known: Known,
  possible: Outcomes,
  tools: DecideTools,
): AssertionResult | NeedsSolver {
  if (possible === FALSE && isKnown(program, assertion, known))
    return new FalseResult(program, assertion, known, known, null)
  const question = new Question(program, assertion, known, tools.meter)
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

function isKnown(program: Program, assertion: number, known: Known): boolean {
  for (const input of program.ruleset.assertions[assertion]!.reads) if (known[input] === null) return false
  return true
}

function provedFalse(question: Question): AssertionResult {
  const { program, assertion, known } = question
  const completion = anyCompletion(question)
  if (question.evaluate(completion) !== FALSE)
    throw disagreement(question, 'a completion of a proved FALSE is not false')
  return new FalseResult(program, assertion, known, completion, null)
}

/** A FALSE. Its text is made when asked for: who only wants the answers does not pay for words. */
class FalseResult implements AssertionResult {
  readonly check = 'FALSE'
  readonly unbridged = NO_PAIRS
  private text: string | null | undefined

  constructor(
    private readonly program: Program,
    private readonly assertion: number,
    private readonly known: Known,
    private readonly completion: Completion,
    readonly reasonUnknown: string | null,
  ) {}

  get counterexample(): string | null {
    if (this.text === undefined)
      this.text = assignmentText(this.program.ruleset, this.assertion, this.known, this.completion)
    return this.text
  }
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
  return new FalseResult(question.program, question.assertion, question.known, completion, why)
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
