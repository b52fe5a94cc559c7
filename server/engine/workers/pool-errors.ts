/** Nothing was decided: too many jobs, or a turn past its deadline. */
export class EngineBusyError extends Error {
  constructor(
    readonly reason: 'queue' | 'wait' | 'deadline',
    readonly retryAfterMs: number,
  ) {
    super(`the engine is busy (${reason})`)
  }
}

/** Two workers died over this job, or workers do not start. */
export class WorkerLostError extends Error {}

/** A bug in the job. */
export class JobFaultError extends Error {
  constructor(
    message: string,
    readonly workerStack: string | null,
  ) {
    super(message)
  }
}

export class EngineClosedError extends Error {
  constructor() {
    super('the engine is closed')
  }
}
