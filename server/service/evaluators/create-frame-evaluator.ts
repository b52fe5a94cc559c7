import type { Account } from '../caller'
import type { CheckParts } from '../check-claims'
import type { Patience } from '../engine/dispatch'
import type { Model } from '../models/model'
import type { FrameEvaluator } from './frame-evaluator'

export interface FrameEvaluatorParts extends CheckParts {
  /** Asked for anew after a second; null where there is no such namespace. */
  readonly accountOf: (namespaceId: string) => Promise<Account | null>
  /** Null where none is configured. */
  readonly model: Model | null
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly pause: Patience['pause']
}

export function createFrameEvaluator(_parts: FrameEvaluatorParts): FrameEvaluator {
  return {
    evaluate: async () => {
      throw new Error('not written yet')
    },
  }
}
