/** In steps, so that turns end at the same places on every machine. */

/** A turn ends after the assertion or question that reaches a limit. */
export interface TurnLength {
  readonly steps: number
  readonly solverSteps: number
  /**
   * A turn repeats its first assertion's evaluation, so it does not end before this many rlimit units per repeated
   * step.
   */
  readonly solverStepsPerRepeated: number
}

/** Below 100 ms; a question may take 200 ms. A step costs 1/24 rlimit unit, so at most a quarter is repetition. */
export const TURN: TurnLength = { steps: 3_000_000, solverSteps: 50_000, solverStepsPerRepeated: 4 / 24 }
