/**
 * Decides a long check in turns, which end at the borders of assertions, so that other work comes between them.
 *
 * Promises: the answers of decide.ts, byte for byte, and its steps, wherever turns end and whichever thread takes the
 * next. A check that needs one turn costs nothing more. Progress is plain data; what grows in it is shared memory, so
 * handing it on copies nothing.
 */
import type { Program } from '../evaluate/program'
import type { Known } from '../value'
import { type AssertionResult, copyResult, type UnbridgedInputs } from './assertion-result'
import { directResult, possibleOutcomes, subjectOfAll } from './decide'
import { type DecideTools, decidePossible } from './decide-possible'
import { NEEDS_SOLVER, type NeedsSolver } from './evidence'

/** How far a check came. */
export interface Progress {
  /** The assertion to decide next. */
  readonly next: number
  /** What tier 1 leaves possible of each assertion. */
  readonly outcomes: Uint8Array
  /** Results that took a search, in order, a list for each turn: JSON in shared memory. */
  readonly searched: readonly Uint8Array[]
  /** What the meter counted before {@link next}. */
  readonly steps: number
  readonly solverSteps: number
}

/** What one turn may use; it ends with the assertion that reaches one of these. */
export interface TurnLength {
  /** Evaluation steps. */
  readonly steps: number
  /** Z3 rlimit units. */
  readonly solverSteps: number
}

/** Turns of well below a tenth of a second, for assertions that are not longer. */
export const TURN: TurnLength = { steps: 2_000_000, solverSteps: 100_000 }

/** The work is not done: its next turn begins with `progress`. */
export class Unfinished<T> {
  constructor(readonly progress: T) {}
}

/**
 * One turn.
 * @param before where the turn before ended, under the same claims; null for the first. The meter is set to what was used
 * by then, binding included.
 * @throws as decideAll
 */
export function decideInTurns(
  program: Program,
  known: Known,
  unbridged: UnbridgedInputs,
  tools: DecideTools,
  before: Progress | null,
  length: TurnLength,
): AssertionResult[] | NeedsSolver | Unfinished<Progress> {
  const { meter } = tools
  if (before !== null) {
    meter.steps = before.steps
    meter.solverSteps = before.solverSteps
  }
  const lastStep = (before?.steps ?? 0) + length.steps
  const lastSolverStep = meter.solverSteps + length.solverSteps
  const first = before?.next ?? 0
  // The buffer of a program is used again by the next check.
  const outcomes = before?.outcomes ?? possibleOutcomes(program, known, unbridged, tools).slice()
  const subject = subjectOfAll(program, known, unbridged)
  const results = new Array<AssertionResult>(outcomes.length)
  const searched: AssertionResult[] = []
  for (let i = first; i < results.length; i++) {
    const possible = outcomes[i]!
    const direct = directResult(subject, i, possible)
    const result = direct ?? decidePossible(subject, i, possible, tools)
    if (result === NEEDS_SOLVER) return NEEDS_SOLVER
    results[i] = result
    if (direct !== null) continue
    searched.push(result)
    const isOver = meter.steps >= lastStep || meter.solverSteps >= lastSolverStep
    if (!isOver || i + 1 === results.length) continue
    const { steps, solverSteps } = meter
    const lists = [...(before?.searched ?? []), written(searched)]
    return new Unfinished({ next: i + 1, outcomes, searched: lists, steps, solverSteps })
  }
  const earlier = (before?.searched ?? []).flatMap(read).values()
  for (let i = 0; i < first; i++) results[i] = directResult(subject, i, outcomes[i]!) ?? earlier.next().value!
  return results
}

function written(results: readonly AssertionResult[]): Uint8Array {
  const bytes = new TextEncoder().encode(JSON.stringify(results.map(copyResult)))
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  return shared
}

function read(bytes: Uint8Array): AssertionResult[] {
  // A decoder takes no shared memory.
  return JSON.parse(new TextDecoder().decode(new Uint8Array(bytes))) as AssertionResult[]
}
