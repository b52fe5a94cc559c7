import { Refusal, refusalFrom } from '../../api/refusal'
import type { EngineWorkers } from '../../engine/workers/engine-workers'
import { EngineBusyError } from '../../engine/workers/job-queue'
import type { Share } from '../../engine/workers/share'
import type { SpanName, Tracing } from '../calls/tracing'
import type { EngineAnswer, EngineJob } from './engine-job'

export interface EnginePools {
  /** Never waits for a solver. */
  readonly compute: EngineWorkers<EngineJob, EngineAnswer>
  readonly solvers: EngineWorkers<EngineJob, EngineAnswer>
  /** Its turns are longer than those of checks. */
  readonly meaning: EngineWorkers<EngineJob, EngineAnswer>
  /** Builds entries of decision logs, in short jobs that answers may wait for. */
  readonly entries: EngineWorkers<EngineJob, EngineAnswer>
}

/** Called only if a worker is needed (shared-use.ts). */
export type ShareOfCaller = () => Share

/** Entries belong to many calls, so they have no span. */
export type TracedPool = Exclude<keyof EnginePools, 'entries'>

const SPANS: Readonly<Record<TracedPool, SpanName>> = {
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
   * @param status expected; another one is a bug
   * @throws Refusal of the worker, or ENGINE_BUSY
   */
  async run<Status extends EngineAnswer['status']>(
    pool: TracedPool,
    job: EngineJob,
    status: readonly Status[],
    share?: ShareOfCaller,
  ): Promise<Extract<EngineAnswer, { status: Status }>> {
    const span = { name: SPANS[pool], attributes: { 'touchstone.job': job.kind } } as const
    const answer = await this.tracing.span(span, () => this.pools[pool].run(job, share?.() ?? null)).catch(rethrowBusy)
    return demandAnswer(answer, status)
  }
}

/**
 * @param status expected; another one is a bug
 * @throws Refusal if the answer is one
 */
export function demandAnswer<Status extends EngineAnswer['status']>(
  answer: EngineAnswer,
  status: readonly Status[],
): Extract<EngineAnswer, { status: Status }> {
  if (answer.status === 'refused') throw refusalFrom(answer.refusal)
  if (isOneOf(answer, status)) return answer
  throw new Error(`a worker answered ${answer.status} where that is no answer`)
}

function isOneOf<Status extends EngineAnswer['status']>(
  answer: EngineAnswer,
  statuses: readonly Status[],
): answer is Extract<EngineAnswer, { status: Status }> {
  return statuses.some((status) => status === answer.status)
}

function rethrowBusy(error: unknown): never {
  throw error instanceof EngineBusyError ? busyRefusal(error) : error
}

/** Only a call that waited should be sent again unchanged. */
export function busyRefusal({ reason, retryAfterMs }: EngineBusyError): Refusal {
  return new Refusal('ENGINE_BUSY', reason === 'deadline' ? ENDED : WAITED, {
    retry_after_ms: Math.max(1, Math.ceil(retryAfterMs)),
  })
}

const WAITED = 'The engine is busy: this call would wait longer than a call may. Send the same request again later.'
const ENDED =
  'The engine ended this call: one step of it took longer than a step may. It was not charged. Sent again, it can succeed only where the machine was slow; otherwise make the ruleset smaller or its conditions simpler.'
