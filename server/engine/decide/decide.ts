/** Unless a budget stops it, an answer is byte-identical in both modes and independent of other assertions. */

import { ANY, FALSE, type Known, type Outcomes, TRUE } from '../core/value'
import type { Program } from '../evaluate/program'
import {
  type AssertionResult,
  type Check,
  FalseResult,
  PROVED_TRUE,
  readsUnbridged,
  type Subject,
  type UnbridgedInputs,
  unbridgedResult,
} from './assertion-result'
import { hasLongNumber } from './counterexample'
import { checkPossible, type DecideTools, decidePossible } from './decide-possible'
import { NEEDS_SOLVER, type NeedsSolver } from './evidence'

/**
 * @returns `needs solver` if an assertion needs one and `tools.solver` is null
 * @throws StepsExceededError, SolverStepsExceededError, SolverMemoryExceededError, EngineDisagreementError
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

export interface SubjectOfAll extends Subject {
  readonly unbridged: UnbridgedInputs
  /** A FALSE of tier 1 then needs no completion and no charge. */
  readonly isPlain: boolean
}

export function subjectOfAll(program: Program, known: Known, unbridged: UnbridgedInputs): SubjectOfAll {
  return { program, known, unbridged, isPlain: !known.includes(null) && !hasLongNumber(known) }
}

export function directResult(subject: SubjectOfAll, assertion: number, possible: Outcomes): AssertionResult | null {
  if (possible === TRUE) return PROVED_TRUE
  if (possible === FALSE && subject.isPlain) return new FalseResult(subject, assertion, null, null)
  if (possible !== UNBRIDGED) return null
  const { ruleset } = subject.program
  return unbridgedResult(ruleset, ruleset.assertions[assertion]!, subject.unbridged)
}

/** Replaces outcomes if units do not bridge. */
const UNBRIDGED = 0

/** @returns the program's buffer, overwritten by its next evaluation */
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

/** Decides an assertion without unbridged units. */
export function decideAssertion(
  program: Program,
  assertion: number,
  known: Known,
  tools: DecideTools,
): AssertionResult | NeedsSolver {
  const possible = tools.mode === 'tiers' ? program.evaluate(assertion, known, tools.meter) : ANY
  return possible === TRUE ? PROVED_TRUE : decidePossible({ program, known }, assertion, possible, tools)
}

/** Like {@link decideAssertion}, but gives only the check, for callers that ask about many dictionaries. */
export function decideCheck(
  program: Program,
  assertion: number,
  known: Known,
  tools: DecideTools,
): Check | NeedsSolver {
  const possible = tools.mode === 'tiers' ? program.evaluate(assertion, known, tools.meter) : ANY
  return possible === TRUE ? 'TRUE' : checkPossible({ program, known }, assertion, possible, tools)
}
