/**
 * The queue of frames that wait for a reviewer. On the bus of the database, an answer and its message are one
 * transaction. A failure of another bus is reported to the reviewer, who may send the same answer again.
 */

import { Refusal } from '../../../api/refusal'
import { type FrameContent, frameContent } from '../../../api/schemas/frame'
import { framesSubject } from '../../../api/terms/bus-subjects'
import type { Conclusion } from '../../../api/terms/guardrail-terms'
import type { ReviewTaskVerbs, StoredReviewTask } from '../../../database/guardrails/review-tasks'
import { type Bus, BusUnavailableError } from '../../../messaging/bus/bus'
import { demandPermission } from '../../access/permit'
import { type Caller, namespaceOf } from '../../calls/caller'
import type { Outcome } from '../../evaluators/evaluation'
import { type Page, type PageInput, readPage } from '../targets/pages'
import { storedId, targetNotFound } from '../targets/target-changes'

export interface ReviewTask {
  readonly id: string
  readonly traceId: string
  readonly targetId: string
  readonly guardrailId: string
  /** Null if it was removed. */
  readonly guardrailName: string | null
  /** Null if the guardrail itself was the target. */
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
  /** Waiting tasks with the oldest first, or answered ones with the newest first. */
  list(caller: Caller, state: 'waiting' | 'answered', page: PageInput): Promise<Page<ReviewTask>>
  task(caller: Caller, id: string): Promise<ReviewTask>
  /** @throws Refusal BAD_REQUEST (404 no such task, 409 already answered) */
  answer(
    caller: Caller,
    id: string,
    answer: { readonly conclusion: Conclusion; readonly note: string | null },
  ): Promise<ReviewTask>
}

export interface ReviewQueueDependencies {
  readonly store: ReviewTaskVerbs
  readonly bus: Pick<Bus, 'sharesDatabase' | 'wake' | 'enqueue'>
  readonly now: () => Date
}

/** The note becomes part of the proof. */
export const MAX_NOTE_CHARACTERS = 4_000

type Answer = Parameters<ReviewQueue['answer']>[2]

export function createReviewQueue({ store, bus, now }: ReviewQueueDependencies): ReviewQueue {
  return {
    list: async (caller, state, page) => {
      demandPermission(caller, 'read_guardrails')
      const read = store.listReviewTasks.bind(null, namespaceOf(caller), state)
      return readPage(`reviews.${state}`, page, read, (rows) => rows.map(taskOf))
    },

    task: async (caller, id) => {
      demandPermission(caller, 'read_guardrails')
      const row = await store.findReviewTask(namespaceOf(caller), storedId('review', id))
      if (row === null) throw targetNotFound('review', id)
      return taskOf(row)
    },

    answer: async (caller, id, answer) => {
      demandPermission(caller, 'answer_reviews')
      demandNote(answer.note)
      const namespaceId = namespaceOf(caller)
      const task = await store.findReviewTask(namespaceId, storedId('review', id))
      if (task === null) throw targetNotFound('review', id)
      const at = now()
      const by = caller.label
      const work = workOf(task)
      const stored = await store.answerReviewTask(namespaceId, {
        id: task.id,
        ...answer,
        by,
        at,
        outcome: { ...outcomeOf(answer, by, at) },
        work: bus.sharesDatabase ? work : null,
      })
      if (stored.kind === 'not_found') throw targetNotFound('review', id)
      if (stored.kind === 'answered' && !isSame(stored.row, answer, by)) throw answeredBefore(stored.row)
      if (bus.sharesDatabase) bus.wake()
      else await bus.enqueue([work]).catch(refuseUnsentAnswer)
      return taskOf(stored.row)
    },
  }
}

/** The id names the task, because another answer may have continued the frame before. */
function workOf({ id, frameId, targetId }: StoredReviewTask) {
  return {
    id: `${frameId}:review:${id}`,
    subject: framesSubject(targetId),
    payload: JSON.stringify({ frame_id: frameId }),
  }
}

function outcomeOf({ conclusion, note }: Answer, reviewer: string, at: Date) {
  return {
    P: [{ review: conclusion, reviewer, note, answered_at: at.toISOString() }],
    E: { conclusion, confidence: 1 },
    Error: null,
  } satisfies Outcome
}

/** @throws Refusal BAD_REQUEST */
function demandNote(note: string | null): void {
  if (note === null) return
  const isText = note.isWellFormed() && !note.includes('\0')
  if (note.length <= MAX_NOTE_CHARACTERS && isText) return
  const expected = isText ? `at most ${MAX_NOTE_CHARACTERS} characters` : 'text without NUL and lone surrogates'
  throw new Refusal('BAD_REQUEST', `The note must be ${expected}.`, {
    failures: [{ field: 'note', expected, received: `a text of ${note.length} characters` }],
    failure_count: 1,
  })
}

function isSame({ conclusion, note, answeredBy }: StoredReviewTask, answer: Answer, by: string): boolean {
  return conclusion === answer.conclusion && note === answer.note && answeredBy === by
}

function answeredBefore({ answeredBy, conclusion }: StoredReviewTask): Refusal {
  const message = `${answeredBy ?? 'A reviewer'} answered this already, with ${conclusion ?? 'another conclusion'}.`
  return new Refusal('BAD_REQUEST', message, {}, { status: 409 })
}

function refuseUnsentAnswer(error: unknown): never {
  if (!(error instanceof BusUnavailableError)) throw error
  throw new Refusal(
    'ENGINE_BUSY',
    'Your answer is stored, but the message bus does not answer at the moment, so the frame is still waiting. Send the same answer again.',
    { retry_after_ms: 2_000 },
  )
}

function taskOf({ frameId: _frame, content, createdAt, answeredAt, nodeId, ...task }: StoredReviewTask): ReviewTask {
  return {
    ...task,
    nodeId: nodeId === '' ? null : nodeId,
    frame: frameContent.parse(JSON.parse(content)),
    createdAt: createdAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
  }
}
