/**
 * The answers to the assertions of a ruleset under known claims.
 *
 * Promises: the same answers, byte for byte, whichever tier finds them and in both modes, wherever no budget stops one.
 * One hard assertion never changes the answer of another. What the evaluator settles allocates nearly nothing.
 * Trusts the binder: known values are of their inputs' types.
 */

import type { Program } from '../evaluate/program'
import { ANY, FALSE, type Known, type Outcomes, TRUE } from '../value'
import {
  type AssertionResult,
  FalseResult,
  PROVED_TRUE,
  readsUnbridged,
  type Subject,
  type UnbridgedInputs,
  unbridgedResult,
} from './assertion-result'
import { hasLongNumber } from './counterexample'
import { type DecideTools, decidePossible } from './decide-possible'
import { NEEDS_SOLVER, type NeedsSolver } from './evidence'

/**
 * Every assertion's own answer, in order.
 * @param unbridged claims that were submitted in a unit that nothing joins to the one they are held in
 * @returns `needs solver` when one of them needs a solver and `tools` has none
 * @throws StepsExceeded, SolverStepsExceeded, SolverMemoryExceeded, EngineDisagreement
 */
export function decideAll(
  program: Program,
  known: Known,
  unbridged: UnbridgedInputs,
  tools: DecideTools,
): AssertionResult[] | NeedsSolver {
  const outcomes = possibleOutcomes(program, known, unbridged, tools)
  const subject = subjectOfAll(program, known, unbridged)
  const results = new Array<AssertionResult>(outcomes.length)
  for (let i = 0; i < results.length; i++) {
    const possible = outcomes[i]!
    const result = directResult(subject, i, possible) ?? decidePossible(subject, i, possible, tools)
    if (result === NEEDS_SOLVER) return NEEDS_SOLVER
    results[i] = result
  }
  return results
}

/** What the answers of all assertions have in common. */
export interface SubjectOfAll extends Subject {
  readonly unbridged: UnbridgedInputs
  /** Whether a FALSE of tier 1 needs no completion and no charge for its counterexample. */
  readonly isPlain: boolean
}

export function subjectOfAll(program: Program, known: Known, unbridged: UnbridgedInputs): SubjectOfAll {
  return { program, known, unbridged, isPlain: !known.includes(null) && !hasLongNumber(known) }
}

/** The answer that follows from tier 1 without a step more; null where there is none. */
export function directResult(subject: SubjectOfAll, assertion: number, possible: Outcomes): AssertionResult | null {
  if (possible === TRUE) return PROVED_TRUE
  if (possible === FALSE && subject.isPlain) return new FalseResult(subject, assertion, null, null)
  if (possible !== UNBRIDGED) return null
  const { ruleset } = subject.program
  return unbridgedResult(ruleset, ruleset.assertions[assertion]!, subject.unbridged)
}

/** In place of the outcomes of an assertion that compares units which nothing joins. */
const UNBRIDGED = 0

/**
 * What tier 1 leaves possible of each assertion, in one evaluation; every outcome where only the solver decides.
 * @returns the buffer of the program, which its next evaluation overwrites
 */
export function possibleOutcomes(
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
