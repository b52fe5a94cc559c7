/**
 * Decides a long check in turns, which end with an assertion or between two questions to the solver, so that other work
 * comes between them.
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
import { fromSharedMemory, inSharedMemory } from './solver-answers'
import { TurnOver, TurnSolver } from './solver-in-turns'
import type { TurnLength } from './turn-length'

/** How far a check came. */
export interface Progress {
  /** The assertion to decide next. */
  readonly next: number
  /** What tier 1 leaves possible of each assertion. */
  readonly outcomes: Uint8Array
  /** Results that took a search, in order, a list for each turn: JSON in shared memory. */
  readonly searched: readonly Uint8Array[]
  /** What the solver answered about {@link next}, where a turn ended within it; see {@link TurnSolver.answers}. */
  readonly answered: readonly Uint8Array[]
  /** What the meter counted before {@link next}. */
  readonly steps: number
  readonly solverSteps: number
}

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
  const { meter, solver } = tools
  if (before !== null) {
    meter.steps = before.steps
    meter.solverSteps = before.solverSteps
  }
  const lastStep = (before?.steps ?? 0) + length.steps
  // The buffer of a program is used again by the next check.
  const outcomes = before?.outcomes ?? possibleOutcomes(program, known, unbridged, tools).slice()
  const subject = subjectOfAll(program, known, unbridged)
  const inTurns = solver === null ? null : new TurnSolver(solver, known, before?.answered ?? [], meter, length)
  const turnTools = { ...tools, solver: inTurns }
  const results = new Array<AssertionResult>(outcomes.length)
  const searched: AssertionResult[] = []
  const unfinished = (next: number, { steps, solverSteps }: Spent) =>
    new Unfinished<Progress>({
      next,
      outcomes,
      searched: searched.length === 0 ? (before?.searched ?? []) : [...(before?.searched ?? []), written(searched)],
      answered: inTurns?.answers() ?? [],
      steps,
      solverSteps,
    })
  for (let i = before?.next ?? 0; i < results.length; i++) {
    const possible = outcomes[i]!
    const direct = directResult(subject, i, possible)
    if (direct !== null) {
      results[i] = direct
      continue
    }
    const spent = { steps: meter.steps, solverSteps: meter.solverSteps }
    const result = untilTurnIsOver(() => decidePossible(subject, i, possible, turnTools))
    if (result === NEEDS_SOLVER) return NEEDS_SOLVER
    if (result === null) return unfinished(i, spent)
    inTurns?.nextAssertion()
    results[i] = result
    searched.push(result)
    const isOver = meter.steps >= lastStep || (inTurns !== null && inTurns.used >= length.solverSteps)
    if (isOver && i + 1 < results.length) return unfinished(i + 1, meter)
  }
  const earlier = (before?.searched ?? []).flatMap(read).values()
  for (let i = 0; i < (before?.next ?? 0); i++)
    results[i] = directResult(subject, i, outcomes[i]!) ?? earlier.next().value!
  return results
}

type Spent = Pick<Progress, 'steps' | 'solverSteps'>

/** What `decide` returns; null where the turn was over before. */
function untilTurnIsOver<T>(decide: () => T): T | null {
  try {
    return decide()
  } catch (error) {
    if (error instanceof TurnOver) return null
    throw error
  }
}

function written(results: readonly AssertionResult[]): Uint8Array {
  return inSharedMemory(results.map(copyResult))
}

function read(bytes: Uint8Array): AssertionResult[] {
  return fromSharedMemory(bytes) as AssertionResult[]
}
