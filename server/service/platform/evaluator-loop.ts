/** Takes frames from the bus and answers them: being written. */
import type { Bus } from '../../bus/bus'
import type { Store } from '../../store/store'
import type { FrameEvaluator } from '../evaluators/frame-evaluator'
import type { Frames } from './frames'

export interface EvaluatorLoopParts {
  readonly store: Store
  readonly bus: Bus
  readonly frames: Pick<Frames, 'complete'>
  readonly evaluator: FrameEvaluator
  readonly now: () => Date
  readonly newId: () => string
  /** Frames in hand at one time. */
  readonly concurrency: number
  readonly recoverEveryMs: number
  /** Calls once after so many milliseconds; the answer calls it off. */
  readonly after: (milliseconds: number, call: () => void) => () => void
  readonly reportTrouble: (error: unknown) => void
}

export interface EvaluatorLoop {
  /** Takes nothing new, and resolves when what is in hand is done or, after `graceMs`, given back. */
  stop(graceMs: number): Promise<void>
}

export function startEvaluatorLoop(_parts: EvaluatorLoopParts): EvaluatorLoop {
  throw new Error('not written yet')
}
