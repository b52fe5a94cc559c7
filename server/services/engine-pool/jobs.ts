import type { Unfinished } from '../../engine/decide/decide-in-turns'
import type { JobTools } from '../../engine/workers/worker-thread'
import { buildEntries } from '../decision-log/build-entries'
import type { EngineAnswer, EngineJob, JobProgress } from './engine-job'
import { JobRunner } from './run-job'

export function startJobs(
  tools: JobTools,
): (job: EngineJob, before: JobProgress | null) => EngineAnswer | Unfinished<JobProgress> {
  const runner = new JobRunner({ ...tools, buildEntries })
  return (job, before) => runner.turn(job, before)
}
