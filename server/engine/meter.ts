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

export class Meter {
  steps = 0
  constructor(readonly limit: number) {}

  spend(steps: number): void {
    this.steps += steps
    if (this.steps > this.limit) throw new StepsExceeded(this.limit)
  }
}
