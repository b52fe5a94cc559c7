/**
 * Why a pool of workers gives no answer.
 *
 * Promises: one class for each thing that a caller treats differently.
 */

/** The pool has too many jobs, or a turn of this job ran past its deadline. Nothing was decided. */
export class EngineBusy extends Error {
  constructor(
    readonly reason: 'queue' | 'wait' | 'deadline',
    /** When to retry, in milliseconds: an estimate from how long jobs take and how many there are. */
    readonly retryAfterMs: number,
  ) {
    super(`the engine is busy (${reason})`)
  }
}

/** Two workers in a row died over this job, or workers do not start at all. */
export class WorkerLost extends Error {}

/** The job threw: a bug in it. `workerStack` is where, for the log. */
export class JobFault extends Error {
  constructor(
    message: string,
    readonly workerStack: string | null,
  ) {
    super(message)
  }
}

/** The pool was closed before the job was done. */
export class EngineClosed extends Error {
  constructor() {
    super('the engine is closed')
  }
}
