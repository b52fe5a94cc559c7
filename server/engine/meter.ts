/**
 * Counts the work of one check, so that no input can hold the server and the same input always stops at the same place.
 *
 * Promises: deterministic; a step is one node visit or a fixed share of digit work (service.md, `evaluation_steps`).
 */

/** Thrown when a meter is spent; the check answers BUDGET_EXCEEDED, or moves to a worker when the meter was the inline one. */
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
