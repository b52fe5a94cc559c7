/**
 * Frames that wait for a reviewer.
 *
 * Promises: a task is answered once, by a person who may; the frame goes on from there as if a guardrail had answered.
 */
import type { Conclusion } from '../../api/guardrail-terms'
import type { FrameContent } from '../../api/schemas/frame'
import type { Caller } from '../access/caller'
import type { Page, PageInput } from './targets'

export interface ReviewTask {
  readonly id: string
  readonly traceId: string
  readonly targetId: string
  readonly guardrailId: string
  /** Null where it was removed. */
  readonly guardrailName: string | null
  /** Node of the application; null where the guardrail itself was the target. */
  readonly nodeId: string | null
  readonly instructions: string
  readonly frame: FrameContent
  readonly createdAt: string
  readonly answeredAt: string | null
  readonly answeredBy: string | null
  readonly conclusion: Conclusion | null
  readonly note: string | null
}

export interface ReviewQueue {
  /** Those that wait, the oldest first; or those that were answered, the newest first. */
  list(caller: Caller, state: 'waiting' | 'answered', page: PageInput): Promise<Page<ReviewTask>>
  task(caller: Caller, id: string): Promise<ReviewTask>
  /** @throws Refusal BAD_REQUEST (404 no such task, 409 answered already) */
  answer(
    caller: Caller,
    id: string,
    answer: { readonly conclusion: Conclusion; readonly note: string | null },
  ): Promise<ReviewTask>
}
