/** A step is one node visit or a fixed share of digit work (`evaluation_steps`: public/docs/api.md, "Budgets"). */

/** The check answers BUDGET_EXCEEDED, or moves to a worker if it ran inline. */
export class StepsExceededError extends Error {
  constructor(readonly limit: number) {
    super(`more than ${limit} evaluation steps`)
  }
}

/** The check is refused with 413, but charged. */
export class SolverStepsExceededError extends Error {
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
  /** Questions about meaning that the solver left undecided because their own steps were used up. */
  exhaustedQuestions = 0

  /** @param solverLimit Z3 rlimit units of all questions */
  constructor(
    readonly limit: number,
    readonly solverLimit = Number.POSITIVE_INFINITY,
  ) {}

  spend(steps: number): void {
    this.steps += steps
    if (this.steps > this.limit) throw new StepsExceededError(this.limit)
  }

  /** @throws SolverStepsExceededError */
  spendSolver(steps: number): void {
    this.solverSteps += steps
    if (this.solverSteps > this.solverLimit) throw new SolverStepsExceededError(this.solverLimit, this.solverSteps)
  }
}
