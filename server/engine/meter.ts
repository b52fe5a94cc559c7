/**
 * Counts the work of one check, so that no input can occupy the server without bound.
 *
 * Promises: the same input always stops at the same step. A step is one node visit or a fixed share of digit work
 * (`evaluation_steps`: public/docs/api.md, "Budgets").
 */

/** Thrown when a meter is spent. The check then answers BUDGET_EXCEEDED, or moves to a worker if it ran inline. */
export class StepsExceeded extends Error {
  constructor(readonly limit: number) {
    super(`more than ${limit} evaluation steps`)
  }
}

/** Thrown when the solver work of a check is spent: the check is refused with 413, and charged. */
export class SolverStepsExceeded extends Error {
  /** @param actual the steps that were used: the limit, and what the last step took beyond it */
  constructor(
    readonly limit: number,
    readonly actual: number,
  ) {
    super(`more than ${limit} solver steps in all`)
  }
}

export class Meter {
  steps = 0
  solverSteps = 0

  /**
   * @param limit evaluation steps
   * @param solverLimit Z3 rlimit units of all questions together; no limit where the check asks no solver
   */
  constructor(
    readonly limit: number,
    readonly solverLimit = Number.POSITIVE_INFINITY,
  ) {}

  spend(steps: number): void {
    this.steps += steps
    if (this.steps > this.limit) throw new StepsExceeded(this.limit)
  }

  /** @throws SolverStepsExceeded */
  spendSolver(steps: number): void {
    this.solverSteps += steps
    if (this.solverSteps > this.solverLimit) throw new SolverStepsExceeded(this.solverLimit, this.solverSteps)
  }
}
