/**
 * The queue of frames that wait for a reviewer.
 *
 * Promises: as {@link ReviewQueue} says. Once an answer is stored the frame goes on, also when this process ends at once: with
 * the database's own bus the two are one transaction; with another bus, whose failure is told to the reviewer, the same
 * answer of the same reviewer may be sent again until the frame is on its way.
 */

import { framesSubject } from '../../api/bus-subjects'
import { Refusal } from '../../api/refusal'
import { frameContent } from '../../api/schemas/frame'
import type { ReviewTaskVerbs, StoredReviewTask } from '../../database/guardrails/review-tasks'
import { type Bus, BusUnavailable } from '../../messaging/bus'
import { namespaceOf } from '../access/namespace-of'
import { demandPermission } from '../access/permit'
import type { Outcome } from '../evaluators/frame-evaluator'
import { notFound, storedId } from './kept-thing'
import { readPage } from './page-cursor'
import type { ReviewQueue, ReviewTask } from './review-queue'

export interface ReviewQueueParts {
  readonly store: ReviewTaskVerbs
  readonly bus: Pick<Bus, 'sharesDatabase' | 'wake' | 'enqueue'>
  readonly now: () => Date
}

/** Characters of a reviewer's note: it becomes part of the proof. */
export const LONGEST_NOTE = 4_000

type Answer = Parameters<ReviewQueue['answer']>[2]

export function createReviewQueue({ store, bus, now }: ReviewQueueParts): ReviewQueue {
  return {
    list: async (caller, state, page) => {
      demandPermission(caller, 'read_guardrails')
      const read = store.listReviewTasks.bind(null, namespaceOf(caller), state)
      return readPage(`reviews.${state}`, page, read, (rows) => rows.map(told))
    },

    task: async (caller, id) => {
      demandPermission(caller, 'read_guardrails')
      const row = await store.findReviewTask(namespaceOf(caller), storedId('review', id))
      if (row === null) throw notFound('review', id)
      return told(row)
    },

    answer: async (caller, id, answer) => {
      demandPermission(caller, 'answer_reviews')
      demandNote(answer.note)
      const namespaceId = namespaceOf(caller)
      const task = await store.findReviewTask(namespaceId, storedId('review', id))
      if (task === null) throw notFound('review', id)
      const at = now()
      const by = caller.label
      const work = workOf(task)
      const stored = await store.answerReviewTask(namespaceId, {
        ...{ id: task.id, ...answer, by, at },
        outcome: { ...outcomeOf(answer, by, at) },
        work: bus.sharesDatabase ? work : null,
      })
      if (stored.kind === 'not_found') throw notFound('review', id)
      if (stored.kind === 'answered' && !isSame(stored.row, answer, by)) throw answeredBefore(stored.row)
      if (bus.sharesDatabase) bus.wake()
      else await bus.enqueue([work]).catch(unavailable)
      return told(stored.row)
    },
  }
}

/** What takes the frame further. Its id is the answer's own: the frame may have been sent on by another answer before. */
function workOf({ id, frameId, targetId }: StoredReviewTask) {
  return {
    id: `${frameId}:review:${id}`,
    subject: framesSubject(targetId),
    payload: JSON.stringify({ frame_id: frameId }),
  }
}

/** A person's word as a guardrail's. */
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
  if (note.length <= LONGEST_NOTE && isText) return
  const expected = isText ? `at most ${LONGEST_NOTE} characters` : 'text without NUL and lone surrogates'
  throw new Refusal('BAD_REQUEST', `The note must be ${expected}.`, {
    failures: [{ field: 'note', expected, received: `a text of ${note.length} characters` }],
    failure_count: 1,
  })
}

function isSame({ conclusion, note, answeredBy }: StoredReviewTask, answer: Answer, by: string): boolean {
  return conclusion === answer.conclusion && note === answer.note && answeredBy === by
}

function answeredBefore({ answeredBy, conclusion }: StoredReviewTask): Refusal {
  const message = `${answeredBy ?? 'Somebody'} answered this already, with ${conclusion ?? 'another conclusion'}.`
  return new Refusal('BAD_REQUEST', message, {}, { status: 409 })
}

function unavailable(error: unknown): never {
  if (!(error instanceof BusUnavailable)) throw error
  throw new Refusal(
    'ENGINE_BUSY',
    'Your answer is kept, but the message bus does not answer at the moment, so the frame still waits. Send the same answer again.',
    { retry_after_ms: 2_000 },
  )
}

function told({ frameId: _frame, content, createdAt, answeredAt, nodeId, ...task }: StoredReviewTask): ReviewTask {
  return {
    ...task,
    nodeId: nodeId === '' ? null : nodeId,
    frame: frameContent.parse(JSON.parse(content)),
    createdAt: createdAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
  }
}
