/**
 * Decides a long check in turns, which end after an assertion or between solver questions, with the answers and steps
 * of decide.ts. Growing progress is in shared memory, so any thread can continue without copying.
 */

import type { Known } from '../core/value'
import type { Program } from '../evaluate/program'
import { type AssertionResult, copyResult, type UnbridgedInputs } from './assertion-result'
import { directResult, possibleOutcomes, subjectOfAll } from './decide'
import { type DecideTools, decidePossible } from './decide-possible'
import { NEEDS_SOLVER, type NeedsSolver } from './evidence'
import { fromSharedMemory, inSharedMemory } from './solver-answers'
import type { TurnLength } from './solver-in-turns'
import { TurnOverError, TurnSolver } from './solver-in-turns'

export interface Progress {
  readonly next: number
  /** Tier 1's outcomes. */
  readonly outcomes: Uint8Array
  /** One list per turn: JSON in shared memory. */
  readonly searched: readonly Uint8Array[]
  /** See {@link TurnSolver.answers}. */
  readonly answered: readonly Uint8Array[]
  /** Meter before {@link next}. */
  readonly steps: number
  readonly solverSteps: number
}

export class Unfinished<T> {
  constructor(readonly progress: T) {}
}

/**
 * @param before end of the previous turn, under the same claims; null at first. It sets the meter.
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
  // The next check reuses the buffer.
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
      searched:
        searched.length === 0 ? (before?.searched ?? []) : [...(before?.searched ?? []), writeResults(searched)],
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
  const earlier = (before?.searched ?? []).flatMap(readResults).values()
  for (let i = 0; i < (before?.next ?? 0); i++)
    results[i] = directResult(subject, i, outcomes[i]!) ?? earlier.next().value!
  return results
}

type Spent = Pick<Progress, 'steps' | 'solverSteps'>

function untilTurnIsOver<T>(decide: () => T): T | null {
  try {
    return decide()
  } catch (error) {
    if (error instanceof TurnOverError) return null
    throw error
  }
}

function writeResults(results: readonly AssertionResult[]): Uint8Array {
  return inSharedMemory(results.map(copyResult))
}

function readResults(bytes: Uint8Array): AssertionResult[] {
  return fromSharedMemory(bytes) as AssertionResult[]
}
