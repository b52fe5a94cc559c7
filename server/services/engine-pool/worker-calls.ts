/**
 * Calls of the workers: one job, its answer or a refusal.
 */
import { Refusal, refusalFrom } from '../../api/refusal'
import type { EngineWorkers } from '../../engine/workers/engine-workers'
import { EngineBusy } from '../../engine/workers/pool-errors'
import type { Share } from '../../engine/workers/share'
import type { SpanName, Tracing } from '../tracing'
import type { EngineAnswer, EngineJob } from './engine-job'

export interface EnginePools {
  /** Compiling, large bodies, long evaluations. Never asks a solver, so nothing in it waits for one. */
  readonly compute: EngineWorkers<EngineJob, EngineAnswer>
  readonly solvers: EngineWorkers<EngineJob, EngineAnswer>
  /** Questions about what rulesets mean, whose turns are longer than those of checks. */
  readonly meaning: EngineWorkers<EngineJob, EngineAnswer>
}

/** Names the caller whose share of the workers a call uses (share-of.ts). Worked out where a worker is needed. */
export type ShareOfCaller = () => Share

const SPANS: Readonly<Record<keyof EnginePools, SpanName>> = {
  compute: 'compute job',
  solvers: 'solver job',
  meaning: 'meaning job',
}

export class WorkerCalls {
  constructor(
    private readonly pools: EnginePools,
    private readonly tracing: Tracing,
  ) {}

  /**
   * @param status of the answer that the job has; another one is a bug
   * @throws Refusal that the worker answers; ENGINE_BUSY
   */
  async run<Status extends EngineAnswer['status']>(
    pool: keyof EnginePools,
    job: EngineJob,
    status: readonly Status[],
    share?: ShareOfCaller,
  ): Promise<Extract<EngineAnswer, { status: Status }>> {
    const span = { name: SPANS[pool], attributes: { 'touchstone.job': job.kind } } as const
    const answer = await this.tracing.span(span, () => this.pools[pool].run(job, share?.() ?? null)).catch(rethrow)
    if (answer.status === 'refused') throw refusalFrom(answer.refusal)
    if (isOneOf(answer, status)) return answer
    throw new Error(`a worker answered ${answer.status} where that is no answer`)
  }
}

function isOneOf<Status extends EngineAnswer['status']>(
  answer: EngineAnswer,
  statuses: readonly Status[],
): answer is Extract<EngineAnswer, { status: Status }> {
  return statuses.some((status) => status === answer.status)
}

function rethrow(error: unknown): never {
  throw error instanceof EngineBusy ? busyRefusal(error) : error
}

/** What a caller reads: a call that was ended is not sent again with hope, one that waited is. */
export function busyRefusal({ reason, retryAfterMs }: EngineBusy): Refusal {
  return new Refusal('ENGINE_BUSY', reason === 'deadline' ? ENDED : WAITED, {
    retry_after_ms: Math.max(1, Math.ceil(retryAfterMs)),
  })
}

const WAITED = 'The engine is busy: this call would wait longer than a call may. Send the same request again later.'
const ENDED =
  'The engine ended this call: one step of it took longer than a step may. It was not charged. Sent again, it can succeed only where the machine was slow; otherwise make the ruleset smaller or its conditions simpler.'
