/**
 * Asks the solver one dictionary at a time, so that other calls can run between. Waits longer for busy workers than a
 * single check, because a batch is not urgent.
 */
import { Refusal } from '../../api/refusal'
import type { DecidedLines } from '../../engine/batch/decide-lines'
import { type CheckedLines, CheckedLinesBuilder } from './checked-lines'
import type { EngineJob } from './engine-job'
import type { ShareOfCaller, TracedPool, WorkerCalls } from './worker-calls'

export interface RetryPolicy {
  readonly share?: ShareOfCaller | undefined
  /** Ends the waiting and the work. */
  readonly signal?: AbortSignal | undefined
  readonly pause: (milliseconds: number) => Promise<void>
}

type BatchJob = Extract<EngineJob, { kind: 'batch' }>

const MAX_TRIES = 20

/** @throws Refusal COMPILE_FAILED, BUDGET_EXCEEDED for the ruleset, ENGINE_BUSY */
export async function checkLines(
  workers: Pick<WorkerCalls, 'run'>,
  job: Omit<BatchJob, 'lines' | 'skip' | 'maySolve'>,
  lines: Uint8Array,
  policy: RetryPolicy,
): Promise<CheckedLines> {
  const checked = new CheckedLinesBuilder()
  const gone = () => policy.signal?.aborted === true
  for (let done = false; !done && !gone(); ) {
    const part = await decideWithRetries(
      workers,
      'compute',
      { ...job, lines, skip: checked.rows, maySolve: false },
      policy,
    )
    const begun = checked.add(part)
    for (const { row, line } of part.unsolved) {
      if (gone()) break
      const alone = { ...job, lines: Buffer.from(line), skip: 0, maySolve: true }
      checked.settle(row, begun, await decideWithRetries(workers, 'solvers', alone, policy))
    }
    done = part.done
  }
  return checked.finished()
}

async function decideWithRetries(
  workers: Pick<WorkerCalls, 'run'>,
  pool: TracedPool,
  job: BatchJob,
  { share, signal, pause }: RetryPolicy,
): Promise<DecidedLines> {
  for (let tries = 1; ; tries++) {
    try {
      return (await workers.run(pool, job, ['decided'], share)).lines
    } catch (error) {
      const isBusy = error instanceof Refusal && error.code === 'ENGINE_BUSY'
      if (!isBusy || tries === MAX_TRIES || signal?.aborted === true) throw error
      await pause(error.details.retry_after_ms ?? 0)
    }
  }
}
