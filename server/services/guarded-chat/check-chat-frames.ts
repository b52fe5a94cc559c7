import { evaluatedFrame } from '../../api/schemas/frame'
import type { PlatformClient } from '../guardrails/machine-accounts/platform-client'
import type { CheckWait, FrameChecks } from '../guardrails/responses/frame-checks'
import { type ChatFinding, findingOf } from './chat-findings'
import type { ChatFrame } from './chat-frames'

/** Every check is a frame like any other, so it is stored, limited and answered as one that a program sends. */
export interface ChatChecks {
  readonly checks: Pick<FrameChecks, 'check'>
}

/** @throws Refusal as {@link FrameChecks.check}; the reason of the signal */
export function checkChatFrames(
  { checks }: ChatChecks,
  client: PlatformClient,
  targetId: string,
  frames: readonly ChatFrame[],
  wait: CheckWait,
): Promise<ChatFinding[]> {
  return Promise.all(
    frames.map(async ({ subject, frame: { C, Q, A } }) => {
      const entailment_frame = { C: [...C], Q, A }
      const { traceId, message } = await checks.check(client, targetId, { entailment_frame }, wait)
      wait.signal.throwIfAborted()
      const evaluated = message === null ? null : evaluatedFrame.parse(JSON.parse(message.entailment_frame))
      return findingOf(subject, { traceId, railId: message?.rail_id ?? targetId }, evaluated)
    }),
  )
}

/** @param passesUnknown whether a text passes that could not be decided */
export function failingFindings(findings: readonly ChatFinding[], passesUnknown: boolean): readonly ChatFinding[] {
  return findings.filter(({ conclusion }) => conclusion === 'NO' || (conclusion === 'UNKNOWN' && !passesUnknown))
}
