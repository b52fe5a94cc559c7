/**
 * Frames: sent once, answered once.
 *
 * Promises: when {@link Frames.send} has resolved, the frame survives a crash of any process and will be answered; the same
 * frame sent again for the same (trace id, target, topics) is the same frame, another one is refused. The first answer
 * that is stored counts, with its message id.
 */
import type { EvaluatedFrame, FrameContent, ResponseMessage, SendRequest } from '../../api/schemas/frame'
import type { Caller } from '../access/caller'
import type { AtOnceEvaluator } from '../evaluators/at-once'
import type { FreshFrame } from './fresh-frames'
import type { PlatformClient } from './platform-client'

export interface SentFrame {
  /** Bus topic of the target. */
  readonly topic: string
  readonly traceId: string
}

export interface FrameState {
  readonly traceId: string
  readonly targetId: string
  readonly responseTopics: readonly string[]
  readonly status: 'waiting' | 'in_review' | 'answered'
  readonly sentAt: string
  readonly sentBy: string
  readonly answeredAt: string | null
  readonly messageId: string | null
  readonly frame: FrameContent
  /** Null until it is answered. */
  readonly evaluated: EvaluatedFrame | null
}

/** A response, and who may read it. */
export interface StoredResponse {
  readonly frameId: string
  readonly namespaceId: string
  readonly audience: 'group' | 'open'
  readonly message: ResponseMessage
}

export interface Frames {
  /**
   * @throws Refusal BAD_REQUEST (400 another frame under the same identity, 404 no such target, 429 too many waiting),
   * CREDENTIAL_SCOPE (a target of another group), ENGINE_BUSY (database or bus away)
   */
  send(client: PlatformClient, targetId: string, request: SendRequest): Promise<SentFrame>
  /** Those of a trace that a group has, the newest first. @throws Refusal CREDENTIAL_SCOPE; 404 where there is none */
  find(caller: Caller, traceId: string): Promise<readonly FrameState[]>
  /**
   * A frame that this process stored a moment ago, as it was stored; null for any other, and the second time. For the
   * first delivery of its own message alone.
   */
  takeFresh(frameId: string): FreshFrame | null
  /**
   * From now on what `evaluator` can answer at once is stored with its answer: one commit, and nothing to take up later. For
   * a process that evaluates too, on a bus that shares the database.
   */
  answerWith(evaluator: AtOnceEvaluator): void
  /** Stores an answer unless there is one, and tells whoever waits. Answers with the one that counts. */
  complete(frameId: string, railId: string, evaluated: EvaluatedFrame): Promise<StoredResponse>
  /**
   * Answers kept for a trace and a topic that this client may read, the oldest first.
   * @param bounds at most `most` of them, without those whose message ids are `known`; all where absent
   */
  responses(
    client: PlatformClient,
    wanted: readonly { readonly traceId: string; readonly topic: string }[],
    bounds?: { readonly most: number; readonly known: readonly string[] },
  ): Promise<readonly StoredResponse[]>
}
