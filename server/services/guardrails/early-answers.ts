/**
 * Answers to frames that are about to be stored, where they are known that early.
 *
 * Promises: a target is read after its frame was sent, so what was changed before holds. Whatever stands in the way of an
 * early answer leaves the frame to be evaluated after it is stored, where it is tried again and told.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import type { FrameContent } from '../../api/schemas/frame'
import type { NewResponse } from '../../database/guardrails/frame-responses'
import type { NewFrame } from '../../database/guardrails/frames'
import type { AtOnceEvaluator } from '../evaluators/at-once'
import { newResponse } from './new-response'
import { runnableTarget } from './runnable-target'
import type { TargetReads } from './target-reads'

export interface EarlyAnswer {
  readonly response: NewResponse
  /** Where the answer is not stored after all. Once. */
  readonly refund: () => void
}

export interface EarlyAnswersParts {
  readonly evaluator: AtOnceEvaluator
  readonly now: () => Date
  readonly newId: () => string
}

/** Frames between which nobody else gets a turn. */
const AT_A_TIME = 32

/** One for each frame, in their order; null for what is evaluated later. Never throws. */
export async function earlyAnswers(
  parts: EarlyAnswersParts,
  targets: TargetReads,
  frames: readonly NewFrame[],
): Promise<(EarlyAnswer | null)[]> {
  const answers: (EarlyAnswer | null)[] = []
  for (let from = 0; from < frames.length; from += AT_A_TIME) {
    if (from > 0) await breathe()
    const some = frames.slice(from, from + AT_A_TIME)
    // Who evaluates the stored frame meets the same trouble, and has a way to tell it.
    answers.push(...(await Promise.all(some.map((frame) => earlyAnswer(parts, targets, frame).catch(() => null)))))
  }
  return answers
}

async function earlyAnswer(
  { evaluator, now, newId }: EarlyAnswersParts,
  targets: TargetReads,
  { id: frameId, namespaceId, targetId, content }: NewFrame,
): Promise<EarlyAnswer | null> {
  const target = await targets.read(targetId)
  if (target === null || target.namespaceId !== namespaceId) return null
  const answer = await evaluator.answer(namespaceId, runnableTarget(target), JSON.parse(content) as FrameContent)
  if (answer === null) return null
  const identity = { frameId, railId: targetId, messageId: newId(), answeredAt: now() }
  return { response: newResponse(identity, answer.frame), refund: answer.refund }
}
