/**
 * A judge: one call of the model that concludes whether the answer of a frame follows.
 *
 * Promises: judges of one frame differ in nothing but their seed and, where there are several, their temperature.
 */
import type { FrameContent } from '../../api/schemas/frame'
import type { Model, ModelAnswer } from '../models/model'
import { instructionsOf, materialOf } from './material'
import { readVerdict, VERDICT_SCHEMA, type Verdict } from './verdict'

const TASK =
  'You judge answers. Decide whether the answer follows from the context documents, for the question where there is one. Use the context documents alone: no other knowledge, no usual values, no guesses. Conclude YES where everything that the answer states follows from them, NO where something that it states contradicts them or has no ground in them, UNKNOWN where the documents do not let you decide. Give your reason in a few sentences, then the conclusion, then how sure you are of it from 0 to 1.'

export interface JudgeInput {
  /** Added to the task by whoever configured the guardrail. */
  readonly instructions: string
  readonly model: string | null
  readonly temperature: number
  readonly seed: number | null
}

export function askJudge(
  model: Model,
  frame: FrameContent,
  { instructions, ...wish }: JudgeInput,
  signal: AbortSignal,
): Promise<ModelAnswer<Verdict>> {
  return model.generateObject(
    {
      ...wish,
      instructions: instructionsOf(TASK, instructions),
      material: materialOf(frame),
      name: 'verdict',
      schema: VERDICT_SCHEMA,
      read: readVerdict,
    },
    signal,
  )
}
