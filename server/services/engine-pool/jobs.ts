/**
 * The job module that engine workers run: one runner per thread.
 */
import type { JobTools } from '../../engine/workers/worker-thread'
import type { EngineAnswer, EngineJob } from './engine-job'
import { JobRunner } from './run-job'

export function startJobs(tools: JobTools): (job: EngineJob) => EngineAnswer {
  const runner = new JobRunner(tools)
  return (job) => runner.run(job)
}
