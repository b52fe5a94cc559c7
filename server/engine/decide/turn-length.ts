/**
 * How long one turn of a check is (decide-in-turns.ts).
 *
 * Promises: counted in steps, so that turns end at the same places on every machine.
 */

/** What one turn may use; it ends with the assertion that reaches one of these, or after the question that does. */
export interface TurnLength {
  /** Evaluation steps. */
  readonly steps: number
  /** Z3 rlimit units. */
  readonly solverSteps: number
  /**
   * An assertion begins anew in each of its turns. For each evaluation step up to its next question, a turn that ends
   * there used so many Z3 rlimit units.
   */
  readonly solverStepsPerRepeated: number
}

/**
 * Turns of less than a tenth of a second; a single question may take a fifth. An evaluation step takes the 24th part of
 * an rlimit unit, so at most a quarter of a turn goes to what is repeated.
 */
export const TURN: TurnLength = { steps: 3_000_000, solverSteps: 50_000, solverStepsPerRepeated: 4 / 24 }
