/** Thrown when solver and evaluator contradict each other; becomes ENGINE_ERROR, and no answer is offered. */
export class EngineDisagreement extends Error {
  constructor(assertion: string, what: string) {
    super(`solver and evaluator disagree on the assertion ${assertion}: ${what}`)
  }
}
