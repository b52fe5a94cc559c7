/**
 * The job module that engine workers run: one runner per thread.
 */
import type { Progress, Unfinished } from '../../engine/decide/decide-in-turns'
import type { JobTools } from '../../engine/workers/worker-thread'
import type { EngineAnswer, EngineJob } from './engine-job'
import { JobRunner } from './run-job'

export function startJobs(
  tools: JobTools,
): (job: EngineJob, before: Progress | null) => EngineAnswer | Unfinished<Progress> {
  const runner = new JobRunner(tools)
  return (job, before) => runner.turn(job, before)
}
