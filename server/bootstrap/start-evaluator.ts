/**
 * Starts the evaluation of frames in this process.
 *
 * Promises: no rule stands here; what is in hand when the process ends is done or given back.
 */
import { randomUUID } from 'node:crypto'
import type { Bus } from '../messaging/bus'
import { createAtOnceEvaluator } from '../services/evaluators/at-once'
import { createFrameEvaluator } from '../services/evaluators/create-frame-evaluator'
import { startEvaluatorLoop } from '../services/guardrails/evaluator-loop'
import { createModel } from '../services/models/create-model'
import { CLOCK } from './clock'
import type { ProcessParts } from './process-parts'
import type { JoinedService } from './start-service'

const GRACE = 5_000
const RECOVER_EVERY = 60_000

export function startEvaluator({ settings, log, closers }: ProcessParts, bus: Bus, joined: JoinedService): void {
  const { shared, platform } = joined
  const { store } = shared.parts
  const pause = (milliseconds: number) => new Promise<void>((resolve) => void CLOCK.after(milliseconds, resolve))
  const parts = {
    ...shared.engine,
    accountOf: (namespaceId: string) => store.findAccount(namespaceId),
    now: shared.parts.now,
    pause,
  }
  const evaluator = createFrameEvaluator({
    ...parts,
    model: settings.model === null ? null : createModel(settings.model, { now: shared.parts.now, pause }),
  })
  platform.frames.answerWith(createAtOnceEvaluator(parts))
  const loop = startEvaluatorLoop({
    store,
    bus,
    frames: platform.frames,
    evaluator,
    now: () => new Date(shared.parts.now()),
    newId: randomUUID,
    concurrency: settings.platform.evaluatorConcurrency,
    recoverEveryMs: RECOVER_EVERY,
    after: CLOCK.after,
    reportTrouble: (error) => log.warn({ err: error }, 'a frame was not evaluated; it is tried again'),
  })
  closers.push(() => loop.stop(GRACE))
}
