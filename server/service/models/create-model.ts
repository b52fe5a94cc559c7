import type { ModelSettings } from '../../env'
import type { Model } from './model'

export interface ModelTools {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Resolves after so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>
}

export function createModel(_settings: ModelSettings, _tools: ModelTools): Model {
  const unfinished = async () => {
    throw new Error('not written yet')
  }
  return { generateText: unfinished, generateObject: unfinished }
}
